import { countTaps, expect, logIn, violationsInBothSchemes } from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'
import { addShow, addSongs } from '../testing/records'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test('a song more than an enquiry may have can’t be ticked until another one is unticked', async ({
  page,
  ownSite,
}) => {
  const songs = Array.from({ length: 51 }, (_, index) => ({ title: `Song ${index + 1}` }))
  const ids = (await addSongs(ownSite, songs)).slice(0, 49)
  await page.addInitScript((ticked) => {
    localStorage.setItem('wishedSongs', JSON.stringify({ ids: ticked }))
  }, ids)
  await page.goto(`${ownSite.url}/Songs`)
  const tick = (title: string) =>
    page.getByRole('checkbox', { name: `${title} Traditional`, exact: true })
  // A box that is ticked while the page becomes interactive changes a moment later, which `check` does not wait for.
  await expect(page.getByRole('link', { name: 'Play these for us (49)' })).toBeVisible()
  await tick('Song 50').check()
  await expect(page.getByText('You have ticked 50 songs, the most for one message.')).toBeVisible()
  await expect(tick('Song 51')).toBeDisabled()
  await tick('Song 50').uncheck()
  await tick('Song 51').check()
  await expect(page.getByRole('link', { name: 'Play these for us (50)' })).toBeVisible()
})

test('nights off and everything else are in one calendar, with clashes', async ({
  page,
  ownSite,
}) => {
  await page.clock.setFixedTime(new Date('2031-06-02T12:00:00-04:00'))
  await addShow(ownSite, { date: '2031-06-06', venue: 'Wake', visibility: 'private' })
  await logIn(page, ownSite)
  const taps = await countTaps(page)
  await page.goto(`${ownSite.url}/Admin/nights`)
  await expect(page.getByRole('heading', { level: 2, name: 'Jun 2031' })).toBeVisible()
  await page.getByLabel('First night').fill('2031-06-06')
  await page.getByLabel('Last night').fill('2031-06-07')
  await expect(page.getByText('You play on June 6 at Wake. Is that right?')).toBeVisible()
  await page.getByLabel('Reason').fill('Surgery')
  await page.getByRole('button', { name: 'Add nights off' }).click()
  const nights = page.getByRole('list', { name: 'What is on' }).getByRole('listitem')
  await expect(nights).toHaveText([
    'Fri, June 6 Wake Clash',
    'Fri, June 6 Surgery Clash',
    'Sat, June 7 Surgery',
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'June 6, 2031, Wake, Surgery, clash' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText([
    'Wake',
    'Show…',
    'Private show…',
  ])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  // A row of the calendar under the menu at the foot would have covered buttons.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(nights).toHaveText(['Fri, June 6 Wake'])
  // The list is removed with its last night off.
  await expect(page.getByRole('heading', { level: 1, name: 'Nights' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(nights).toHaveText([/Wake/, /June 6 Surgery/, /June 7 Surgery/])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(nights).toHaveText(['Fri, June 6 Wake'])

  // From the first page of the back office, each takes four taps.
  const openNights = async () => {
    await page.goto(`${ownSite.url}/Admin`)
    await page.getByRole('main').getByRole('link', { name: 'Nights' }).click()
  }
  await openNights()
  await page.getByRole('button', { name: 'June 20, 2031' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Night off' }).click()
  await expect(nights).toHaveText(['Fri, June 6 Wake', 'Fri, June 20 Night off'])
  expect(await taps()).toBeLessThanOrEqual(4)
  await page.getByRole('button', { name: 'June 20, 2031, Night off' }).click()
  const onlyAdds = { name: 'Night off', exact: true }
  await expect(page.getByRole('dialog').getByRole('button', onlyAdds)).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Night off: June 20, 2031' }).click()
  await expect(nights).toHaveText(['Fri, June 6 Wake'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(nights).toHaveText(['Fri, June 6 Wake', 'Fri, June 20 Night off'])
  await openNights()
  await page.getByRole('button', { name: 'June 21, 2031' }).click()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('dialog').getByRole('link', { name: 'Private show…' }).click()
  await expect(page.getByLabel('Date')).toHaveValue('2031-06-21')
  await page.getByLabel('Venue').fill('Barn')
  await page.getByLabel('City').fill('Arva')
  await page.getByRole('button', { name: 'Add Show' }).click()
  await expect(page.getByText('Added: Barn, June 21, 2031')).toBeVisible()
  expect(await taps()).toBe(4)
  const { shows } = (await (await ownSite.fetch('/api/shows')).json()) as { shows: object[] }
  expect(shows).toEqual([])

  // Each month is listed with the number of its shows; pressing a day shows what is on.
  await openNights()
  const month = page.getByLabel('Month', { exact: true })
  await expect(month.locator('option:checked')).toHaveText('Jun 2031 · 2 shows')
  await month.selectOption('Sep 2031')
  await expect(nights).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(month).toHaveValue('2031-08')
  // Back returns from a show to the month that was displayed.
  await page.getByRole('button', { name: 'August 2, 2031' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Show…', exact: true }).click()
  await expect(page.getByLabel('Date')).toHaveValue('2031-08-02')
  await expect(page.getByText('More about the show', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goBack()
  await expect(month).toHaveValue('2031-08')
  await month.selectOption('2031-06')
  await nights.getByRole('link', { name: 'Wake' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue('Wake')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'June 21, 2031, Barn' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Barn' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue('Barn')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // What was begun comes back.
  await page.getByLabel('Venue').fill('Begun')
  await page.goto(`${ownSite.url}/Admin/nights`)
  await page.getByRole('button', { name: 'June 22, 2031' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Private show…' }).click()
  await expect(page.getByLabel('Date')).toHaveValue('2031-06-22')
  await expect(page.getByText('Not saved: the new show')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue('Begun')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // The form of a show knows the nights off.
  await page.getByRole('button', { name: 'New show' }).click()
  await page.getByLabel('Date').fill('2031-06-20')
  await expect(page.getByLabel('Date')).toHaveAccessibleDescription(/^That night is off/)
})

test('songs are added, pasted, changed and hidden', async ({ page, ownSite }) => {
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/songs`)
  await page.getByLabel('Title', { exact: true }).fill('John Henry')
  await page.getByLabel('Artist').fill('Traditional')
  await page.getByLabel('Tags').fill('blues, loud')
  await page.getByRole('button', { name: 'Add Song' }).click()
  await expect(page.getByText('Added: John Henry')).toBeVisible()
  await page
    .getByLabel('Songs, one per line')
    .fill('Barbara Allen – Traditional\njohn henry - traditional\nFrankie and Johnny')
  await page.reload()
  await expect(
    page.getByText('1 new, 1 already listed. No title and artist in 1 line: Frankie and Johnny'),
  ).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Add 1 song' }).click()
  await expect(page.getByText('Added: 1 song')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import is undone.')).toBeVisible()
  // The lines are back, to be corrected.
  await expect(page.getByLabel('Songs, one per line')).toHaveValue(
    'Barbara Allen – Traditional\njohn henry - traditional\nFrankie and Johnny',
  )
  await page.getByLabel('Songs, one per line').fill('Barbara Allen – Traditional')
  await page.getByRole('button', { name: 'Add 1 song' }).click()
  await expect(page.getByText('Added: 1 song')).toBeVisible()
  const row = (title: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${title} by Traditional` })
  await row('Barbara Allen').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Who sees it').selectOption('Only us')
  const length = page.getByLabel('Length, such as 3:45')
  await length.fill('four')
  await page.getByRole('button', { name: 'Update Song' }).click()
  await expect(length).toHaveAccessibleDescription(/minutes and seconds/)
  await expect(length).toBeFocused()
  await length.fill('4:05')
  await page.getByRole('button', { name: 'Update Song' }).click()
  await expect(row('Barbara Allen')).toContainText('Only us')
  await row('Barbara Allen').getByRole('button', { name: 'Edit' }).click()
  await expect(length).toHaveValue('4:05')
  const { songs } = (await (await ownSite.fetch('/api/songs')).json()) as { songs: object[] }
  expect(songs).toMatchObject([{ title: 'John Henry', tags: ['blues', 'loud'] }])
  await page.getByRole('button', { name: 'Cancel' }).click()

  // The search stays when a deletion leaves nothing of what it has found.
  const tunes = Array.from({ length: 59 }, (_, index) => ({ title: `Tune ${index + 1}` }))
  await addSongs(ownSite, tunes)
  await page.reload()
  await page.getByLabel('Find one of 61 songs').fill('tune 59')
  await row('Tune 59').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('0 found')).toBeVisible()
  const search = page.getByLabel('Find one of 60 songs')
  await search.fill('blues')
  await expect(row('John Henry')).toBeVisible()

  // A song that is added at the end of a long list comes into view.
  await search.fill('')
  await page.getByLabel('Title', { exact: true }).fill('Zebra')
  await page.getByLabel('Artist').fill('Zoe')
  await page.getByRole('button', { name: 'Add Song' }).click()
  const last = page.getByRole('listitem').filter({ hasText: 'Zebra' })
  await expect(last).toBeInViewport({ ratio: 1 })
})
