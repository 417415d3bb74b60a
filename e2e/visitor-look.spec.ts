import { success, write } from '../testing/browser/booking'
import {
  expect,
  pagesInHeader,
  playATrack,
  resize,
  settled,
  test,
  violationsOf,
} from '../testing/browser/fixtures'
import { isWider } from '../testing/browser/layout'
import { site as band } from '../web/content/site'

test('no page is wider than the window while a track plays', async ({ page }) => {
  await playATrack(page)
  for (const { path, heading } of pagesInHeader) {
    await page.locator(`header a[href="${path}"]:visible`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (const width of [360, 768, 1440]) {
      await resize(page, { width, height: 900 })
      expect([path, width, await isWider(page)]).toEqual([path, width, false])
    }
  }
})

test('Shows and Music pass axe at 1440 pixels while a track plays', async ({ page }) => {
  // In a window as high as the page, the player covers nothing of it.
  await resize(page, { width: 1440, height: 7000 })
  await playATrack(page)
  expect(await violationsOf(page)).toEqual([])
  await page.locator('header a[href="/Shows"]:visible').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Come see Us!' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('both buttons of the first page stand in one row', async ({ page }) => {
    await page.goto('/')
    const nextShow = page.getByRole('link', { name: /^Next show/ })
    const next = await settled(page, () => nextShow.boundingBox())
    const hear = await page.getByRole('link', { name: 'Hear us' }).boundingBox()
    expect(next?.y).toBe(hear?.y)
    expect(hear?.x).toBeGreaterThan(next?.x ?? Number.POSITIVE_INFINITY)
  })

  test('a bare ticket is about 88 pixels high, with the day at its left', async ({ page }) => {
    await page.goto('/Shows')
    const ticket = page.getByRole('listitem').filter({ hasText: 'Harbour Stage' })
    const box = await settled(page, () => ticket.boundingBox())
    expect(box?.height).toBeGreaterThan(80)
    expect(box?.height).toBeLessThan(100)
    const stub = await ticket.locator('[aria-hidden="true"]').first().boundingBox()
    const venue = await ticket.getByText('Harbour Stage').boundingBox()
    expect((stub?.x ?? 0) + (stub?.width ?? 0)).toBeLessThanOrEqual(venue?.x ?? 0)
  })
})

for (const percent of [150, 200])
  test(`with text of ${percent} % the player shows its title and its buttons`, async ({ page }) => {
    await resize(page, { width: 360, height: 740 })
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
    const [first] = band.videos
    const channels = page.getByRole('main').getByRole('listitem')
    await expect(channels).toHaveCount(4)
    const last = await settled(page, () => channels.last().boundingBox())
    const start = await page.getByRole('button', { name: `Play ${first.title}` }).boundingBox()
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
  const entry = records.getByRole('listitem').filter({ hasText: 'Greensleeves' })
  await entry.getByRole('slider', { name: 'Seek in Greensleeves, electric' }).press('End')
  await expect(entry).toContainText(/0:5\d of 0:56|0:00 of/)
  await records.getByRole('button', { name: 'Play House of the Rising Sun' }).click()
  await records.getByRole('slider', { name: 'Seek in House of the Rising Sun' }).press('PageUp')
  await expect(records).toContainText(/0:\d\d of 1:00/)
  await expect(entry).not.toContainText(' of ')
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
    ['Facebook', band.network.url],
    ['YouTube', band.playlist.url],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
})

test('the booking page lists the offer, and after sending another message can be written', async ({
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
  const size = await settled(page, () => stamp.boundingBox())
  const form = await page.locator('form').boundingBox()
  expect((size?.width ?? 0) / (form?.width ?? 1)).toBeGreaterThan(0.4)
  await page.getByRole('button', { name: 'Write another' }).click()
  await expect(stamp).toHaveCount(0)
  await expect(page.getByLabel('Name')).toBeFocused()
})
