import { join } from 'node:path'
import { expect, logIn, test, violationsOf } from '../testing/browser/fixtures'

const song = (name: string) => join(import.meta.dirname, `../api/demo/tracks/${name}.mp3`)

test.beforeEach(async ({ page, site }) => {
  await logIn(page, site)
  await page.goto('/Admin')
})

const items = (page: import('@playwright/test').Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text })

test('a show is added, edited and deleted', async ({ page, request }) => {
  const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
  await expect(page.getByRole('tab', { name: 'Shows' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Date').fill('2031-07-04')
  await page.getByLabel('Venue').fill(venue)
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Add Show' }).click()
  const added = items(page, `July 4, 2031 at ${venue}, London`)
  await expect(added).toBeVisible()
  for (const label of ['Date', 'Venue', 'City'])
    await expect(page.getByLabel(label)).toHaveValue('')

  await added.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Date')).toHaveValue('2031-07-04')
  await expect(page.getByLabel('Venue')).toHaveValue(venue)
  await page.getByLabel('City').fill('St. Thomas')
  await page.getByRole('button', { name: 'Update Show' }).click()
  const changed = items(page, `July 4, 2031 at ${venue}, St. Thomas`)
  await expect(changed).toHaveCount(1)
  await expect(items(page, venue)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add Show' })).toBeVisible()
  await expect(page.getByLabel('Venue')).toHaveValue('')

  await changed.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`July 4, 2031 at ${venue}, St. Thomas`)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(changed.getByRole('button', { name: 'Delete' })).toBeFocused()
  await changed.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(items(page, venue)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'All shows' })).toBeFocused()
  const { shows } = await (await request.get('/api/shows')).json()
  expect(shows.some((show: { venue: string }) => show.venue === venue)).toBe(false)
})

test('a track is added with its progress, edited with and without a new file, and deleted', async ({
  page,
  request,
}) => {
  const name = `Song ${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('tab', { name: 'Music' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page Music' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Artist').fill('Traditional')
  await page.getByLabel('Location').fill('The barn')
  await page.getByLabel('Mp3 file').setInputFiles(song('scarborough-fair'))
  await page.getByRole('button', { name: 'Add Music' }).click()
  const added = items(page, `${name} by Traditional at The barn`)
  await expect(added).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

  const path = async () => {
    const { music } = await (await request.get('/api/music')).json()
    return music.find((track: { name: string }) => track.name === name)?.mp3FilePath
  }
  const firstPath = await path()
  await added.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText('Current file: scarborough-fair.mp3')).toBeVisible()
  await page.getByLabel('Location').fill('The hall')
  await page.getByRole('button', { name: 'Update Music' }).click()
  const moved = items(page, `${name} by Traditional at The hall`)
  await expect(moved).toBeVisible()
  expect(await path()).toBe(firstPath)

  await moved.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Mp3 file').setInputFiles(song('greensleeves-electric'))
  await page.getByRole('button', { name: 'Update Music' }).click()
  await expect(page.getByText(`Updated: ${name}`)).toBeVisible()
  expect(await path()).toMatch(/greensleeves-electric\.mp3$/)

  await moved.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(items(page, name)).toHaveCount(0)
})

test('an upload tells its percents and can be cancelled', async ({ page, context }) => {
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Never there')
  await page.getByLabel('Artist').fill('x')
  await page.getByLabel('Location').fill('x')
  await page.getByLabel('Mp3 file').setInputFiles(song('st-james-infirmary'))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 60_000,
  })
  await page.getByRole('button', { name: 'Add Music' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeInViewport({ ratio: 1 })
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(isWide).toBe(false)
  const [form, cancel] = await Promise.all([
    page.locator('form:visible').boundingBox(),
    page.getByRole('button', { name: 'Cancel upload' }).boundingBox(),
  ])
  expect((cancel?.x ?? 0) + (cancel?.width ?? 0)).toBeLessThanOrEqual(
    (form?.x ?? 0) + (form?.width ?? 0),
  )
  await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible({ timeout: 15_000 })
  // The upload continues while another tab is selected, and can't be started twice.
  await page.getByRole('tab', { name: 'Shows' }).click()
  await page.getByRole('tab', { name: 'Music' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Music' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('button', { name: 'Add Music' })).toBeFocused()
  await expect(page.getByText('The upload was cancelled. Nothing was changed.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Never there')
  await expect(items(page, 'Never there')).toHaveCount(0)
})

test('a file that was chosen can be taken back', async ({ page }) => {
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByLabel('Mp3 file').setInputFiles(song('st-james-infirmary'))
  await expect(page.getByText('Chosen file: st-james-infirmary.mp3')).toBeVisible()
  await page.getByLabel('Mp3 file').setInputFiles([])
  await expect(page.getByText('Chosen file:')).toHaveCount(0)
})

test.describe('when saving fails', () => {
  test.use({ expectedConsole: /could not be (saved|deleted)|Failed to load resource/ })

  test('the form stays as it was, and says why', async ({ page }) => {
    await page.getByLabel('Date').fill('2031-07-05')
    await page.getByLabel('Venue').fill('Not saved')
    await page.getByLabel('City').fill('London')
    await page.route('**/api/shows', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The show could not be saved. Please check your connection and try again.',
    )
    await expect(page.getByLabel('Venue')).toHaveValue('Not saved')
  })

  test('a file that is no mp3 is refused in words', async ({ page }) => {
    await page.getByRole('tab', { name: 'Music' }).click()
    await page.getByLabel('Name', { exact: true }).fill('x')
    await page.getByLabel('Artist').fill('x')
    await page.getByLabel('Location').fill('x')
    const file = {
      name: 'song.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.from('no music '.repeat(5000)),
    }
    await page.getByLabel('Mp3 file').setInputFiles(file)
    await page.getByRole('button', { name: 'Add Music' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The track could not be saved. The file is not an mp3.',
    )
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('x')
  })

  test('a track without a file is told at the field', async ({ page }) => {
    await page.getByRole('tab', { name: 'Music' }).click()
    await page.getByLabel('Name', { exact: true }).fill('x')
    await page.getByLabel('Artist').fill('x')
    await page.getByLabel('Location').fill('x')
    await page.getByRole('button', { name: 'Add Music' }).click()
    await expect(page.getByLabel('Mp3 file')).toHaveAccessibleDescription('This field is required.')
  })

  test('a delete that fails leaves the item and says so', async ({ page }) => {
    await page.route('**/api/shows/*', (route) => route.fulfill({ status: 500 }))
    const item = items(page, 'Harbour Stage')
    await item.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('The show could not be deleted.')
    await expect(item).toBeVisible()
  })
})

test('the tabs go by arrow keys', async ({ page }) => {
  await page.getByRole('tab', { name: 'Shows' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Music' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Admin Page Music' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`both tabs have no violation that axe knows, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const name of ['Shows', 'Music']) {
      await page.getByRole('tab', { name }).click()
      expect(await violationsOf(page)).toEqual([])
    }
  })
