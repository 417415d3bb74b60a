import { expect, violationsInBothSchemes } from '../testing/browser/fixtures'
import { test as base } from '../testing/browser/own-site'
import { startSite } from '../testing/site-process'

/** A site as it is after its first start, with the demo and a generated password. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  ownSite: async ({}, use) => {
    const site = await startSite({ RATE_LIMIT: 'off', ADMIN_PASSWORD: '', DEMO_CONTENT: 'on' })
    await use(site)
    await site.stop()
  },
})
test.use({ viewport: { width: 360, height: 740 }, timezoneId: 'America/Toronto' })

const password = 'quartz lantern 58 ferry'

test('after the first login the site asks who the band is', async ({ page, ownSite }) => {
  const [, printed = ''] = /Password {2}(\S+)/.exec(ownSite.output()) ?? []
  await page.goto(`${ownSite.url}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(printed)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome!')
  await page.getByLabel('Band name').fill('The Brass Lanterns')
  await page.getByLabel('Town').fill('Halifax')
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Toronto')
  await page.getByLabel('Time zone').selectOption('America/Halifax')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Demo content').selectOption('Start empty')
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Make it ours' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page')
  const { shows } = (await (await ownSite.fetch('/api/shows')).json()) as { shows: unknown[] }
  expect(shows).toEqual([])
  await page.goto(ownSite.url)
  await expect(page).toHaveTitle(/The Brass Lanterns/)
})

test('the printed link sets a password, and More lists the other pages on a phone', async ({
  page,
  ownSite,
}) => {
  const [link = ''] = /http:\S+#code=\S+/.exec(ownSite.output()) ?? []
  await page.goto(link)
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome!')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByLabel('Band name').fill('The Brass Lanterns')
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
})
