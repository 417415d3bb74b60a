import type { Locator, Page } from '@playwright/test'
import { addDays } from '../api/shared/calendar-day'
import {
  expect,
  holdBack,
  logIn,
  resize,
  settled,
  violationsInBothSchemes,
} from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'
import { addShow, addSong, addSongs, adminShows, send } from '../testing/records'
import type { Site } from '../testing/site-process'

test.use({
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  expectedConsole: /412 \(Precondition Failed\)|meanwhile|status of 500|could not be saved/,
})

/** The show as it is stored. */
const storedShow = async (site: Site, { _id }: { _id: string }) =>
  (await adminShows(site)).find((show) => show._id === _id)

/** Ticks songs of a set, and closes the list again. */
async function tick(page: Page, set: Locator, titles: readonly string[]) {
  await set.getByRole('button', { name: 'Add songs…' }).tap()
  const dialog = page.getByRole('dialog')
  for (const title of titles)
    await dialog.getByRole('checkbox', { name: `${title} – Traditional` }).check()
  await dialog.getByRole('button', { name: 'Done' }).tap()
}

test('a set list is made on a phone, read on stage, and stepped through by a pedal', async ({
  page,
  ownSite: site,
}) => {
  const show = await addShow(site, { date: '2031-06-01' })
  for (const [title, duration] of [
    ['Aja', 180],
    ['Brandy', 240],
    ['Cecilia', undefined],
  ] as const)
    await addSong(site, { title, key: 'A', duration })

  await logIn(page, site)
  await page.goto(`${site.url}/Admin`)
  const row = page.getByRole('listitem').filter({ hasText: 'The Barn' })
  await row.getByRole('button', { name: /^More/ }).tap()
  await page.getByRole('link', { name: 'Set list' }).tap()
  await expect(page.getByText('The Barn, June 1, 2031')).toBeVisible()
  const set = page.getByRole('region', { name: 'Set 1' })
  await tick(page, set, ['Aja', 'Brandy'])
  await expect(set.getByText('7 min')).toBeVisible()
  await tick(page, set, ['Cecilia'])
  await expect(set.getByText('7 min and 1 song without a length')).toBeVisible()
  await set.getByRole('button', { name: 'Move Brandy up' }).tap()
  await set.getByRole('button', { name: 'Remove Cecilia' }).tap()
  await expect(set.getByRole('button', { name: 'Add songs…' })).toBeFocused()
  await expect(page.getByText('Cecilia was removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(set.getByRole('listitem')).toHaveText([/Brandy/, /Aja/, /Cecilia/])
  await set.getByRole('button', { name: 'Remove Cecilia' }).tap()
  await page.getByRole('button', { name: 'Add a set' }).tap()
  await expect(page.getByRole('textbox', { name: 'Set 2' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Set 2' }).fill('Encore')
  // The songs of the other set are not offered.
  const encore = page.getByRole('region', { name: 'Encore' })
  await tick(page, encore, ['Cecilia'])
  await expect(encore.getByRole('listitem')).toHaveText([/Cecilia/])
  // Past its end, a song goes on into the next set, and back.
  await expect(encore.getByRole('button', { name: 'Move Cecilia down' })).toBeDisabled()
  await set.getByRole('button', { name: 'Move Aja down' }).tap()
  await expect(encore.getByRole('listitem')).toHaveText([/Aja/, /Cecilia/])
  await expect(encore.getByRole('button', { name: 'Move Aja down' })).toBeFocused()
  await encore.getByRole('button', { name: 'Move Aja up' }).tap()
  await expect(set.getByRole('listitem')).toHaveText([/Brandy/, /Aja/])
  await expect(set.getByRole('button', { name: 'Move Aja up' })).toBeFocused()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('Saved: the set list')).toBeVisible()
  expect((await storedShow(site, show))?.setList).toMatchObject([
    { songIds: [expect.any(String), expect.any(String)] },
    { title: 'Encore', songIds: [expect.any(String)] },
  ])
  expect(await (await fetch(`${site.url}/api/shows`)).text()).not.toContain('Encore')

  // The next show begins with this set list.
  const next = await addShow(site, { date: '2031-07-01', venue: 'The Mill' })
  await page.goto(`${site.url}/Admin/set/${next._id}`)
  const copied = page.getByRole('button', { name: 'Copy from another show…' })
  await copied.tap()
  await page.getByRole('dialog').getByRole('button', { name: 'The Barn, June 1, 2031' }).tap()
  await expect(page.getByText('The set list of The Barn, June 1, 2031 was copied.')).toBeAttached()
  await expect(page.getByRole('textbox', { name: 'Set 2' })).toHaveValue('Encore')
  await expect(set.getByText('7 min')).toBeVisible()
  await expect(copied).toHaveCount(0)
  // The list of shows marks the set list that is not saved.
  await page.goto(`${site.url}/Admin`)
  await expect(page.getByRole('listitem').filter({ hasText: 'The Mill' })).toContainText(
    'Set list not saved',
  )
  await page.goto(`${site.url}/Admin/set/${next._id}`)
  await page.getByRole('button', { name: 'Discard', exact: true }).tap()
  await expect(copied).toBeVisible()
  await page.goto(`${site.url}/Admin/set/${show._id}`)

  // By day, too, the stage and the phone's status bar are dark.
  const statusBar = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((bars) => bars.map((bar) => (bar as HTMLMetaElement).content))
  const [day, night] = await statusBar()
  await page.getByRole('link', { name: 'Stage', exact: true }).tap()
  const stage = page.getByRole('region', { name: 'Stage', exact: true })
  await expect(stage.getByText('Set 1 · 1 of 2')).toBeVisible()
  await expect(stage.getByText('Brandy', { exact: true })).toBeVisible()
  await expect(stage.getByText('Next: Aja')).toBeVisible()
  await expect.poll(statusBar).toEqual([night, night])
  await page.keyboard.press('PageDown')
  await expect(stage.getByText('Aja', { exact: true })).toBeVisible()
  await expect(stage.getByText(/^Break, then Encore: /)).toBeVisible()
  await stage.getByRole('button', { name: 'Next' }).tap()
  await expect(stage.getByText('Encore · 1 of 1')).toBeVisible()
  await page.reload()
  await expect(stage.getByText('Encore · 1 of 1')).toBeVisible()
  await expect(stage.getByText('This is the last song.')).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])

  await resize(page, { width: 1440, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expect(stage.getByRole('heading', { name: 'The Barn, June 1, 2031' })).toBeVisible()
  await expect(stage.getByRole('listitem')).toHaveText([
    /Set 1\s*1\. Brandy A/,
    /2\. Aja A/,
    /Encore\s*3\. Cecilia A/,
  ])
  await page.emulateMedia({ media: 'screen' })
  await stage.getByRole('link', { name: 'Leave the stage' }).click()
  await expect(stage).toHaveCount(0)
  await expect.poll(statusBar).toEqual([day, night])
  // Leaving the stage returns to the previous page.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set list')
})

test('saving a set list keeps what another editor has changed, and asks before it replaces their set list', async ({
  page,
  ownSite: site,
}) => {
  const place = { venue: 'The Hall', city: 'London' }
  const show = await addShow(site, { date: '2031-07-01', ...place })
  const daniel = await addSong(site, { title: 'Daniel' })
  const elenore = await addSong(site, { title: 'Elenore' })
  const path = `/api/shows/${show._id}`
  const stored = () => storedShow(site, show)
  await logIn(page, site)
  await page.goto(`${site.url}/Admin/set/${show._id}`)
  await tick(page, page.getByRole('region', { name: 'Set 1' }), ['Daniel'])
  await send(site, 'PUT', path, { date: '2031-07-02', ...place, city: 'Toronto' })
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('Saved: the set list')).toBeVisible()
  const mine = [{ songIds: [daniel] }]
  expect(await stored()).toMatchObject({ date: '2031-07-02', city: 'Toronto', setList: mine })

  const theirs = [{ songIds: [elenore] }]
  await send(site, 'PUT', path, { date: '2031-07-03', ...place, setList: theirs })
  await page.getByRole('button', { name: 'Add a set' }).tap()
  await page.getByRole('button', { name: 'Save' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this set list' })
  await expect(dialog.getByRole('row').filter({ hasText: 'Set 1' })).toContainText(
    /Daniel.*Elenore/s,
  )
  await dialog.getByRole('button', { name: 'Go on editing' }).tap()
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog).toBeVisible()
  expect(await stored()).toMatchObject({ setList: theirs })
  await dialog.getByRole('button', { name: 'Save mine' }).tap()
  await expect(page.getByText('Saved: the set list')).toBeVisible()
  expect(await stored()).toMatchObject({ date: '2031-07-03', setList: mine })

  // Edits made while the set list is being saved are kept.
  await page.getByRole('textbox', { name: 'Set 1' }).fill('First')
  // After a reload, a notice says that the changes are not saved, and whether the saved list was changed.
  await page.reload()
  await expect(page.getByText(/^These are your unsaved changes\. Discard/)).toBeVisible()
  await send(site, 'PUT', path, { date: '2031-07-03', ...place, setList: theirs })
  await page.reload()
  await expect(page.getByText(/The saved set list was changed since you began\./)).toBeVisible()
  await page.getByRole('button', { name: 'Discard them' }).tap()
  await expect(page.getByRole('region', { name: 'Set 1' })).toContainText('Elenore')
  await send(site, 'PUT', path, { date: '2031-07-03', ...place, setList: mine })
  await page.reload()
  await page.getByRole('textbox', { name: 'Set 1' }).fill('First')
  const letThrough = await holdBack(page, `**${path}`)
  await page.getByRole('button', { name: 'Save' }).tap()
  await tick(page, page.getByRole('region', { name: 'First' }), ['Elenore'])
  letThrough()
  await expect(page.getByText('Saved: the set list')).toBeVisible()
  expect(await stored()).toMatchObject({ setList: [{ title: 'First', songIds: [daniel] }] })
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect
    .poll(stored)
    .toMatchObject({ setList: [{ title: 'First', songIds: [daniel, elenore] }] })
})

test('the songs of a long list are found by their names, and ticked one after the other', async ({
  page,
  ownSite: site,
}) => {
  await addSongs(
    site,
    Array.from({ length: 30 }, (_, index) => ({ title: `Number ${index}` })),
  )
  // As after all songs were removed.
  const show = await addShow(site, { date: '2031-06-01', setList: [] })
  await logIn(page, site)
  await page.goto(`${site.url}/Admin/set/${show._id}`)
  const set = page.getByRole('region', { name: 'Set 1' })
  const add = set.getByRole('button', { name: 'Add songs…' })
  await add.tap()
  const dialog = page.getByRole('dialog', { name: 'Songs of Set 1' })
  const search = dialog.getByLabel('Find one of 30 songs')
  await search.fill('number 2')
  await expect(dialog.getByText('12 found')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Number 20 – Traditional' }).check()
  await search.fill('traditional 7')
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  expect(await violationsInBothSchemes(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Number 7 – Traditional' }).check()
  await dialog.getByRole('checkbox', { name: 'Number 27 – Traditional' }).check()
  await dialog.getByRole('checkbox', { name: 'Number 27 – Traditional' }).uncheck()
  await expect(dialog.getByText('2 songs in the set')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).tap()
  await expect(add).toBeFocused()
  await expect(set.getByRole('listitem')).toContainText(['Number 20', 'Number 7'])
  await page.getByRole('button', { name: 'Discard' }).tap()
  await expect(set.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(set.getByRole('listitem')).toHaveCount(2)
})

test('a set list of 40 songs is stepped through by a pedal, printed on one page, and sorted by dragging', async ({
  page,
  ownSite: site,
}) => {
  const lyrics = Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join('\n')
  const songIds = await addSongs(
    site,
    Array.from({ length: 40 }, (_, index) => ({
      title: `Song ${index + 1} with a rather long name`,
      key: 'F#m',
      ...(index === 1 && { notes: lyrics }),
    })),
  )
  const setList = [{ songIds: songIds.slice(0, 20) }, { songIds: songIds.slice(20) }]
  const show = await addShow(site, { date: '2031-08-01', venue: 'The Long Hall', setList })
  await logIn(page, site)
  await page.goto(`${site.url}/Admin/stage#show-${show._id}`)
  await expect(page.getByText('Set 1 · 1 of 20')).toBeVisible()
  // The thumb finds the button at one place, also below lyrics, which stay below their title.
  const next = page.getByRole('button', { name: 'Next' })
  const thumb = await settled(page, () => next.boundingBox())
  await next.tap()
  await expect(page.getByText('Set 1 · 2 of 20')).toBeVisible()
  const isAtItsPlace = async () => {
    const { x = 0, y = 0 } = (await settled(page, () => next.boundingBox())) ?? {}
    return Math.hypot(x - (thumb?.x ?? 0), y - (thumb?.y ?? 0)) < 2
  }
  expect(await isAtItsPlace()).toBe(true)
  // A pedal scrolls through the lyrics first.
  await page.keyboard.press('PageDown')
  await page.waitForFunction(() => scrollY > 300)
  await expect(page.getByText(/^Song 2 with/).first()).toBeInViewport()
  expect(await isAtItsPlace()).toBe(true)
  for (let presses = 0; presses < 10 && (await page.getByText('2 of 20').count()) > 0; presses += 1)
    await page.keyboard.press('PageDown')
  await expect(page.getByText('Set 1 · 3 of 20')).toBeVisible()
  // The header of the back office, which is not printed, has taken the place of the public one.
  await expect(page.locator('header').getByText('Site', { exact: true })).toBeAttached()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  // Dragging a song to the bottom of the window scrolls the list; the song stays where it is dropped.
  await page.goto(`${site.url}/Admin/set/${show._id}`)
  const set = page.getByRole('region', { name: 'Set 1' })
  const box = await settled(page, () => set.getByRole('listitem').first().boundingBox())
  await page.mouse.move((box?.x ?? 0) + 15, (box?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 15, 720, { steps: 4 })
  await expect(page.getByText(/^Song 1 .* is number (1\d) of 20 now\.$/)).toBeAttached()
  await page.mouse.up()
  await expect(set.getByRole('listitem').first()).toContainText('Song 2 with')
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(300)

  // A press on a handle near the edge of the window moves nothing. The drag above ends with the next frame.
  const rows = await settled(page, () => set.getByRole('listitem').allTextContents())
  const y = (await set.getByRole('listitem').nth(8).boundingBox())?.y ?? 0
  await page.mouse.wheel(0, y - 40)
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(scrolled)
  const row = await settled(page, () => set.getByRole('listitem').nth(8).boundingBox())
  await page.mouse.move((row?.x ?? 0) + 15, (row?.y ?? 0) + 20)
  await page.mouse.down()
  expect(await settled(page, () => set.getByRole('listitem').nth(8).boundingBox())).toEqual(row)
  await page.mouse.up()
  expect(await set.getByRole('listitem').allTextContents()).toEqual(rows)
})

/** Whether nothing covers the middle of an element. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { left, width, top, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('the reason why a long set list was not saved is in view, and so are its buttons', async ({
  page,
  ownSite: site,
}) => {
  const songIds = await addSongs(
    site,
    Array.from({ length: 12 }, (_, index) => ({ title: `Song ${index + 1}` })),
  )
  const show = await addShow(site, { setList: [{ songIds }] })
  await logIn(page, site)
  await page.goto(`${site.url}/Admin/set/${show._id}`)
  await page.getByRole('button', { name: 'Remove Song 3', exact: true }).tap()
  await page.route('**/api/shows/*', (route) => route.fulfill({ status: 500 }))
  for (const width of [320, 1440]) {
    await resize(page, { width, height: 740 })
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Save' }).tap()
    const reason = page.getByRole('alert')
    await expect(reason).toContainText('The set list could not be saved.')
    await expect(reason).toBeInViewport({ ratio: 1 })
    expect(await isOnTop(reason)).toBe(true)
    expect(await isOnTop(page.getByRole('button', { name: 'Save' }))).toBe(true)
  }
})

test('the first page says what the next show lacks', async ({ page, ownSite: site }) => {
  const date = addDays(new Date().toISOString().slice(0, 10), 5)
  // As after all songs were removed.
  await addShow(site, { date, setList: [] })
  await logIn(page, site)
  await page.goto(`${site.url}/Admin`)
  // The band's day may be another one than that of UTC.
  await expect(page.getByText(/^In [456] days: The Barn\./)).toBeVisible()
  await page.getByRole('link', { name: 'Make the set list' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set list')
  await page.goBack()
  await page.getByRole('button', { name: 'Add the start time' }).tap()
  await expect(page.getByLabel('Show starts')).toBeFocused()
  await page.getByLabel('Show starts').fill('20:30')
  await page.getByRole('button', { name: 'Update Show' }).tap()
  await expect(page.getByText(/^Updated: The Barn/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add the start time' })).toHaveCount(0)
})
