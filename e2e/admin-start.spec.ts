import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, violationsInBothSchemes } from '../testing/browser/fixtures'
import { inputMethods } from '../testing/browser/input-methods'
import { test as base } from '../testing/browser/own-site'
import { startSite } from '../testing/site-process'

/** A site as it is after its first start, with the demo and a generated password. */
const test = base.extend({
  ownSite: async ({ host }, use) => {
    const variables = { RATE_LIMIT: 'off', ADMIN_PASSWORD: '' }
    const site = await startSite(variables, process.env['TEST_NEW_DATABASE'], host.run)
    await use(site)
    await site.stop()
  },
})
/** The output of the first start. */
const printedAtStart = process.env['TEST_NEW_OUTPUT'] ?? ''

/** A photo as a phone takes it: larger than is sent, turned by its metadata, and with a place. */
const largePhoto = async () => ({
  name: 'IMG_0042.JPG',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 4200, height: 2800, channels: 3, background: '#c2361a' } })
    .withExif({ IFD3: { GPSLatitude: '42/1 59/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
})

/** The sizes of the pictures that the page encodes: what it sends can't be read from its requests. */
async function encodedSizes(page: Page): Promise<() => Promise<number[][]>> {
  await page.addInitScript(() => {
    const { convertToBlob } = OffscreenCanvas.prototype
    const sizes: number[][] = []
    Object.assign(globalThis, { encodedSizes: sizes })
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      sizes.push([this.width, this.height])
      return convertToBlob.call(this, options)
    }
  })
  return () => page.evaluate('encodedSizes')
}

const password = 'quartz lantern 58 ferry'

for (const [name, { use, methodOf }] of Object.entries(inputMethods))
  test.describe(name, () => {
    test.use({ ...use, timezoneId: 'America/Toronto' })

    test('a new band says who it is, who plays and what its colours are, and takes a change back', async ({
      page,
      ownSite,
    }) => {
      const { press, write, choose } = methodOf(page)
      const main = page.getByRole('main')
      const heading = page.getByRole('heading', { level: 1 })
      const sizes = await encodedSizes(page)
      const [, printed = ''] = /Password {2}(\S+)/.exec(printedAtStart) ?? []
      await page.goto(`${ownSite.url}/login`)
      await write(page.getByLabel('Username'), 'admin')
      await write(page.getByLabel('Password', { exact: true }), printed)
      await press(page.getByRole('button', { name: 'Login' }))
      await expect(heading).toHaveText('Welcome!')
      await write(page.getByLabel('Band name'), 'The Brass Lanterns')
      await write(page.getByLabel('Town'), 'Halifax')
      await expect(page.getByLabel('Time zone')).toHaveValue('America/Toronto')
      await write(page.getByLabel('New password'), password)
      await choose(page.getByLabel('Demo content'), 'Start empty')
      await press(page.getByRole('button', { name: 'Make it ours' }))
      await expect(heading).toHaveText('Admin Page')
      const { shows } = (await (await ownSite.fetch('/api/shows')).json()) as { shows: unknown[] }
      expect(shows).toEqual([])

      // The first page lists what comes next, and each step opens where it is done.
      const steps = main.getByRole('region', { name: 'The site is yours. What comes next?' })
      await expect(steps.getByRole('link')).toHaveCount(5)
      await press(steps.getByRole('link', { name: /^Who plays/ }))
      const section = (title: string) =>
        main
          .getByRole('group')
          .filter({ has: page.getByRole('heading', { level: 2, name: title }) })
      const members = section('Members')
      await press(members.getByRole('button', { name: 'Add member' }))
      await write(members.getByLabel('Name', { exact: true }), 'Robin')
      await write(members.getByLabel('Role'), 'Vocals')
      await members.getByLabel('Photo').setInputFiles(await largePhoto())
      await expect(members.getByRole('button', { name: 'Remove photo' })).toBeVisible()
      expect(await sizes()).toEqual([[2731, 4096]])
      await press(members.getByRole('button', { name: 'Save' }))
      await expect(members.getByText('Saved: Members')).toBeVisible()

      const colours = section('Colours')
      await press(main.locator('summary').filter({ hasText: 'Colours' }))
      await press(colours.getByRole('button', { name: 'Blue note' }))
      await expect(colours.getByLabel('Background').first()).toHaveValue('#f1f5fa')
      await press(colours.getByRole('button', { name: 'Save' }))
      await expect(colours.getByText('Saved: Colours')).toBeVisible()
      const ground = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ground'))
      await expect.poll(ground).toContain('#f1f5fa')
      await press(page.getByRole('button', { name: 'Take the last change back' }))
      await expect(page.getByText('The last change is taken back.')).toBeVisible()
      await expect.poll(ground).not.toContain('#f1f5fa')
      // A palette that is half under the notice or the bar at the foot would count as too small.
      await press(page.getByRole('button', { name: 'Close' }))
      await colours.evaluate((one) => one.scrollIntoView({ behavior: 'instant' }))
      expect(await violationsInBothSchemes(page)).toEqual([])
      await page.goto(`${ownSite.url}/Admin#next`)
      await expect(steps).toBeVisible()
      expect(await violationsInBothSchemes(page)).toEqual([])

      await page.goto(`${ownSite.url}/AboutUs`)
      await expect(page).toHaveTitle(/The Brass Lanterns/)
      await expect(main).toContainText('Robin')
    })
  })

test.describe('a first start', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the printed link sets a password, and More lists the other pages on a phone', async ({
    page,
    ownSite,
  }) => {
    const [, path = ''] = /http:\/\/[^/]+(\/\S*#code=\S+)/.exec(printedAtStart) ?? []
    expect(path).toContain('#code=')
    await page.goto(ownSite.url + path)
    await expect(page.getByLabel('Username')).toHaveValue('admin')
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome!')
    await expect(page.getByLabel('New password')).toHaveCount(0)
    await page.getByLabel('Band name').fill('The Brass Lanterns')
    expect(await violationsInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Make it ours' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page')
    await expect(page.getByText('Harbour Stage').first()).toBeVisible()

    const bar = page.getByRole('navigation', { name: 'Back office pages' })
    await expect(bar.getByRole('link')).toHaveText(['Enquiries', 'More'])
    await bar.getByRole('link', { name: 'More' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('More')
    expect(await violationsInBothSchemes(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: /^Site/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site')
    await expect(bar.getByRole('link', { name: 'More' })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Enquiries' }).click()
    await expect(page.getByText('No enquiries yet.')).toBeVisible()
  })
})
