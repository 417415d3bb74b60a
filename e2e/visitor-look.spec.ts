import { success, write } from '../testing/browser/booking'
import { expect, publicPages, test, violationsOf } from '../testing/browser/fixtures'
import { band } from '../web/content/band'
import { members } from '../web/content/members'
import { videos } from '../web/content/video-list'

for (const width of [360, 768, 1440])
  test.describe(`at ${width} pixels, while a track plays`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('no page is wider than the window, and axe finds nothing', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/Music')
      await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
      await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
      for (const { path, heading } of publicPages) {
        await page.locator(`header a[href="${path}"]:visible`).first().click()
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        const isWider = await page.evaluate(
          () => document.documentElement.scrollWidth > window.innerWidth,
        )
        expect([path, isWider]).toEqual([path, false])
        // In a window as high as the page, the player covers nothing of it.
        await page.setViewportSize({ width, height: 7000 })
        expect([path, await violationsOf(page)]).toEqual([path, []])
        await page.setViewportSize({ width, height: 900 })
      }
    })
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('both buttons of the first page stand in one row', async ({ page }) => {
    await page.goto('/')
    const next = await page.getByRole('link', { name: /^Next show/ }).boundingBox()
    const hear = await page.getByRole('link', { name: 'Hear us' }).boundingBox()
    expect(next?.y).toBe(hear?.y)
    expect(hear?.x).toBeGreaterThan(next?.x ?? Number.POSITIVE_INFINITY)
  })

  test('a bare ticket is about 88 pixels high, with the day at its left', async ({ page }) => {
    await page.goto('/Shows')
    const ticket = page.getByRole('listitem').filter({ hasText: 'Harbour Stage' })
    const box = await ticket.boundingBox()
    expect(box?.height).toBeGreaterThan(80)
    expect(box?.height).toBeLessThan(100)
    const stub = await ticket.locator('[aria-hidden="true"]').first().boundingBox()
    const venue = await ticket.getByText('Harbour Stage').boundingBox()
    expect((stub?.x ?? 0) + (stub?.width ?? 0)).toBeLessThanOrEqual(venue?.x ?? 0)
  })
})

for (const percent of [150, 200])
  test(`with text of ${percent} % the player shows its title and its buttons`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript((size) => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = `${size}%`
      })
    }, percent)
    await page.goto('/Music')
    await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
    const player = page.getByRole('region', { name: 'Player' })
    for (const name of ['Previous track', 'Pause', 'Next track'])
      await expect(player.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await player.getByRole('button', { name: /open the player$/ }).click()
    const full = page.getByRole('dialog', { name: 'Player' })
    await expect(full.getByRole('heading', { name: 'St. James Infirmary' })).toBeVisible()
    const isWider = await full.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)
    expect(isWider).toBe(false)
  })

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the television fits the window, with its channels beside it', async ({ page }) => {
    await page.goto('/Videos')
    const [first] = videos
    const start = await page.getByRole('button', { name: `Play ${first.title}` }).boundingBox()
    const channels = page.getByRole('main').getByRole('listitem')
    await expect(channels).toHaveCount(4)
    const last = await channels.last().boundingBox()
    expect(last?.x).toBeGreaterThan((start?.x ?? 0) + (start?.width ?? 0))
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(900)
    const caption = await page.getByText(first.about).boundingBox()
    expect((caption?.y ?? 0) + (caption?.height ?? 0)).toBeLessThanOrEqual(900)
  })
})

test('the first page has a record with the next tracks, and ends with a booking call', async ({
  page,
}) => {
  await page.goto('/')
  const records = page.getByRole('region', { name: 'Give us a listen!' })
  await expect(records.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
  await expect(records.getByRole('listitem')).toHaveCount(3)
  await records.getByRole('button', { name: 'Play Greensleeves, electric' }).click()
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Greensleeves')
  await expect(records.getByRole('button', { name: 'Pause Greensleeves, electric' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for your night' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Want to book us?')
})

test('the footer leads to booking, calendar, feed and the band’s networks', async ({ page }) => {
  await page.goto('/AboutUs')
  const footer = page.getByRole('contentinfo')
  for (const [name, href] of [
    ['Booking', '/BookUs'],
    ['Calendar', '/shows.ics'],
    ['RSS', '/shows.rss'],
    ['Facebook', band.social.network.url],
    ['YouTube', band.social.playlist.url],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
})

test('the members have names, and the page ends with ways on', async ({ page }) => {
  await page.goto('/AboutUs')
  for (const { name = '', role } of members) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByText(role, { exact: true })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Hear us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
})

test('an organiser reads what they get, and after sending can write another message', async ({
  page,
}) => {
  await page.goto('/BookUs')
  const { includes = [], travel = '', answer = '', phone = '', email = '' } = band.booking ?? {}
  for (const text of [...includes, travel, answer])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:5195550142')
  await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  await write(page, `A look ${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(success).first()).toBeVisible()
  const stamp = page.getByText('Sent', { exact: true })
  await expect(stamp).toBeVisible()
  const [size, form] = [await stamp.boundingBox(), await page.locator('form').boundingBox()]
  expect((size?.width ?? 0) / (form?.width ?? 1)).toBeGreaterThan(0.4)
  await page.getByRole('button', { name: 'Write another' }).click()
  await expect(stamp).toHaveCount(0)
  await expect(page.getByLabel('Name')).toBeFocused()
})
