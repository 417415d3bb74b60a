import { pages } from '../api/shared/site-map'
import {
  expect,
  pagesInHeader,
  playATrack,
  resize,
  settled,
  test,
  violationsOf,
} from '../testing/browser/fixtures'
import { isWider, setTextSize } from '../testing/browser/layout'

test('while a track plays, no page is wider than its window, no bar covers it, and axe finds nothing', async ({
  page,
}) => {
  await playATrack(page)
  for (const { path, heading } of pagesInHeader) {
    await page.locator(`header a[href="${path}"]:visible`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (const width of [360, 768, 1440]) {
      await resize(page, { width, height: 900 })
      expect([path, width, await isWider(page)]).toEqual([path, width, false])
    }
    if (path === pages.shows.path || path === pages.music.path) {
      // In a window as high as the page, the player covers nothing of it.
      await resize(page, { width: 1440, height: 7000 })
      expect([path, await violationsOf(page)]).toEqual([path, []])
    }
    // 1280 × 720 at a zoom of 400 %.
    await resize(page, { width: 320, height: 180 })
    const covered = await page.evaluate(() => {
      const elements = [...document.querySelectorAll('body *')].filter((element) =>
        ['fixed', 'sticky'].includes(getComputedStyle(element).position),
      )
      const heights = elements.map((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
      })
      return Math.max(0, ...heights)
    })
    expect(180 - covered, path).toBeGreaterThanOrEqual(120)
    expect([path, await isWider(page)]).toEqual([path, false])
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      await link.focus()
      // Playwright checks that nothing covers the focused link.
      await link.click({ trial: true })
    }
  }
})

test('with text of 150 and 200 % the player shows its title and its buttons', async ({ page }) => {
  await page.goto('/Music')
  await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  const full = page.getByRole('dialog', { name: 'Player' })
  for (const percent of [150, 200]) {
    await setTextSize(page, `${percent}%`)
    for (const name of ['Previous track', 'Pause', 'Next track'])
      await expect(player.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await player.getByRole('button', { name: /open the player$/ }).click()
    await expect(full.getByRole('heading', { name: 'St. James Infirmary' })).toBeVisible()
    const isWider = await full.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)
    expect([percent, isWider]).toEqual([percent, false])
    await page.keyboard.press('Escape')
    await expect(full).toHaveCount(0)
  }
})

test('the first page has two buttons in one row, a record with the next tracks, and a booking call', async ({
  page,
}) => {
  await page.goto('/')
  const nextShow = page.getByRole('link', { name: /^Next show/ })
  const next = await settled(page, () => nextShow.boundingBox())
  const hear = await page.getByRole('link', { name: 'Hear us' }).boundingBox()
  expect(next?.y).toBe(hear?.y)
  expect(hear?.x).toBeGreaterThan(next?.x ?? Number.POSITIVE_INFINITY)

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
