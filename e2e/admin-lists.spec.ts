import { join } from 'node:path'
import {
  expect,
  holdBack,
  logIn,
  resize,
  settled,
  test,
  violationsInBothSchemes,
  violationsOf,
} from '../testing/browser/fixtures'
import { isWider, setTextSize } from '../testing/browser/layout'
import { site as band } from '../web/content/site'

const song = (name: string) => join(import.meta.dirname, `../api/demo/tracks/${name}.mp3`)

test.beforeEach(({ page, site }) => logIn(page, site))

const items = (page: import('@playwright/test').Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text })

test('a show is added with three fields and nothing else, edited and deleted', async ({
  page,
  request,
}) => {
  const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/Admin')
  await expect(page.getByRole('tab', { name: 'Shows' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Date').fill('2031-07-04')
  await page.getByLabel('Venue').fill(venue)
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Add Show' }).click()
  const added = items(page, `July 4, 2031 at ${venue}, London`)
  await expect(added).toBeInViewport()
  const listed = async (): Promise<{ venue: string }[]> =>
    (await (await request.get('/api/shows')).json()).shows
  const fields = { date: '2031-07-04', venue, city: 'London' }
  const made = { _id: expect.any(String), slug: expect.any(String), updatedAt: expect.any(String) }
  expect((await listed()).find((show) => show.venue === venue)).toEqual({ ...fields, ...made })
  for (const label of ['Date', 'Venue', 'City'])
    await expect(page.getByLabel(label)).toHaveValue('')
  await expect(added).toContainText(/^Fri 4 Jul 2031/)
  for (const width of [360, 960, 1100, 1200, 1440]) {
    await resize(page, { width, height: 800 })
    const row = await settled(page, () => added.boundingBox())
    expect(row?.height, `two lines at ${width} px`).toBeLessThanOrEqual(72)
  }

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

  // A known venue fills in the city, but what the person has typed for another show stays, even if it is the same text.
  await resize(page, { width: 360, height: 740 })
  await page.getByRole('button', { name: 'New show' }).click()
  await page.getByLabel('Venue').fill(venue)
  await expect(page.getByLabel('City')).toHaveValue('St. Thomas')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New show' }).click()
  await page.getByLabel('City').fill('St. Thomas')
  await page.getByLabel('Venue').fill(`Not ${venue}`)
  await expect(page.getByLabel('City')).toHaveValue('St. Thomas')
  await page.getByRole('button', { name: 'Cancel' }).click()

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
  // The focus moves to the next show.
  await expect(page.getByRole('button', { name: 'Edit' }).and(page.locator(':focus'))).toBeVisible()
  expect((await listed()).some((show) => show.venue === venue)).toBe(false)
})

test('a track is added with its progress, edited with and without a new file, and deleted', async ({
  page,
  request,
}) => {
  const name = `Song ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/Admin/music')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page Music' })).toBeVisible()
  await page.getByLabel('Artist').fill('Traditional')
  // The tags fill in what is empty, and those of another file replace them.
  await page.getByLabel('Mp3 file').setInputFiles(song('greensleeves-electric'))
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Greensleeves, electric')
  await page.getByLabel('Mp3 file').setInputFiles(song('scarborough-fair'))
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Scarborough Fair in E minor')
  await expect(page.getByLabel('Artist')).toHaveValue('Traditional')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Location').fill('The barn')
  await page.getByRole('button', { name: 'Add Music' }).click()
  const added = items(page, `${name} by Traditional at The barn`)
  await expect(added).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  // What is typed stays, even if it is what the tags have filled in for an earlier track.
  await page.getByRole('button', { name: 'New track' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Scarborough Fair in E minor')
  await page.getByLabel('Mp3 file').setInputFiles(song('greensleeves-electric'))
  await expect(page.getByLabel('Artist')).not.toHaveValue('')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Scarborough Fair in E minor')
  await page.getByRole('button', { name: 'Cancel' }).click()

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
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(added).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await undo.click()
  await expect(moved).toBeVisible()

  await moved.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Mp3 file').setInputFiles(song('greensleeves-electric'))
  await page.getByRole('button', { name: 'Update Music' }).click()
  await expect(page.getByText(`Updated: ${name}`)).toBeVisible()
  // The site does not keep the replaced file.
  await expect(undo).toHaveCount(0)
  expect(await path()).toMatch(/greensleeves-electric\.mp3$/)

  await moved.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(items(page, name)).toHaveCount(0)
})

test('an upload shows its progress and can be cancelled', async ({ page, context }) => {
  await page.goto('/Admin')
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
  expect(await isWider(page)).toBe(false)
  const [form, cancel] = await Promise.all([
    page.locator('form:visible').boundingBox(),
    page.getByRole('button', { name: 'Cancel upload' }).boundingBox(),
  ])
  expect((cancel?.x ?? 0) + (cancel?.width ?? 0)).toBeLessThanOrEqual(
    (form?.x ?? 0) + (form?.width ?? 0),
  )
  await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible()
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

test.describe('when saving fails', () => {
  test.use({
    expectedConsole: /could not be (saved|deleted)|deleted already|Failed to load resource/,
  })

  test('the form keeps its content and shows the reason, and a failed deletion is tried again with one press', async ({
    page,
  }) => {
    await page.goto('/Admin')
    await page.getByLabel('Date').fill('2031-07-05')
    await page.getByLabel('Venue').fill('Not saved')
    await page.getByLabel('City').fill('London')
    await page.route('**/api/shows', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    const alert = page.getByRole('alert')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(alert).toHaveText(
      'The show could not be saved. Please check your connection and try again.',
    )
    await expect(page.getByLabel('Venue')).toHaveValue('Not saved')

    // A file that was chosen can be taken back, and one that is missing or no mp3 is refused.
    await page.getByRole('tab', { name: 'Music' }).click()
    const file = page.getByLabel('Mp3 file')
    await file.setInputFiles(song('st-james-infirmary'))
    await expect(page.getByText('Chosen file: st-james-infirmary.mp3')).toBeVisible()
    await file.setInputFiles([])
    await expect(page.getByText('Chosen file:')).toHaveCount(0)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('x')
    await page.getByLabel('Artist').fill('x')
    await page.getByLabel('Location').fill('x')
    // Playwright does not expose multipart bodies.
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof FormData) Object.assign(window, { sentFields: [...body.keys()] })
        send.call(this, body as FormData)
      }
    })
    await page.getByRole('button', { name: 'Add Music' }).click()
    await expect(file).toHaveAccessibleDescription('This field is required.')
    const sent = await page.evaluate(() => (window as { sentFields?: string[] }).sentFields)
    expect(sent).toEqual(['name', 'artist', 'location', 'mp3File'])
    await file.setInputFiles({
      name: 'song.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.from('no music '.repeat(5000)),
    })
    await page.getByRole('button', { name: 'Add Music' }).click()
    await expect(alert.filter({ visible: true })).toHaveText(
      'The track could not be saved. The file is not an mp3.',
    )
    await expect(name).toHaveValue('x')

    await page.getByRole('tab', { name: 'Shows' }).click()
    let attempts = 0
    await page.route('**/api/shows/*', (route) => {
      attempts += 1
      return route.fulfill({ status: [503, 500][attempts - 1] ?? 204 })
    })
    const item = items(page, 'Harbour Stage')
    await item.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(alert).toContainText('The show could not be deleted.')
    await expect(alert).toBeInViewport()
    await resize(page, { width: 740, height: 360 })
    await expect(alert).toBeInViewport()
    await expect(item).toBeVisible()
    for (const failures of [1, 2]) {
      await expect.poll(() => attempts).toBe(failures)
      await page.getByRole('button', { name: 'Try again' }).click()
    }
    await expect(page.getByText(/^Deleted: Harbour Stage/)).toBeVisible()
    expect(attempts).toBe(3)
    // The route has deleted nothing, so the bin does not have the show, as after a response that was lost.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^It is not in the bin any more: Harbour Stage/)).toBeVisible()
    await expect(item).toBeVisible()
  })
})

test.describe('when a list can’t be fetched', () => {
  test.use({
    expectedConsole: /Loading (the (shows|tracks|texts) failed|failed, so)|Failed to load resource/,
  })

  test('the forms stay usable, and the list contains the stored shows', async ({ page }) => {
    const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
    await page.route('**/api/admin/shows', (route) => route.abort())
    await page.route('**/api/admin/music', (route) => route.fulfill({ status: 503 }))
    await page.goto('/Admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page')
    await expect(page.getByText('The shows could not be loaded.')).toBeVisible()
    await page.getByLabel('Date').fill('2031-07-06')
    await page.getByLabel('Venue').fill(venue)
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: 'Add Show' }).click()
    const added = items(page, `July 6, 2031 at ${venue}, London`)
    await expect(added).toBeVisible()
    await added.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('City').fill('St. Marys')
    await page.getByRole('button', { name: 'Update Show' }).click()
    await expect(items(page, `July 6, 2031 at ${venue}, St. Marys`)).toBeVisible()
    await expect(items(page, venue)).toHaveCount(1)
    await page.getByRole('tab', { name: 'Music' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page Music')
    await expect(page.getByText('The tracks could not be loaded.')).toBeVisible()
    await page.getByRole('tab', { name: 'Shows' }).click()
    await page.unroute('**/api/admin/shows')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(items(page, 'Harbour Stage')).toBeVisible()
    await expect(page.getByText('The shows could not be loaded.')).toHaveCount(0)

    // A failure after a write hides neither the item nor the list, also after another page.
    await page.route('**/api/admin/shows', (route) => route.abort())
    const second = `Hall ${crypto.randomUUID().slice(0, 8)}`
    await page.getByLabel('Date').fill('2031-07-06')
    await page.getByLabel('Venue').fill(second)
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(page.getByText('The shows could not be loaded.')).toBeVisible()
    await expect(items(page, second)).toBeVisible()
    await expect(items(page, 'Harbour Stage')).toBeVisible()
    await page.getByRole('link', { name: 'Enquiries' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enquiries')
    await page.getByRole('link', { name: 'Shows', exact: true }).click()
    for (const added of [venue, second]) {
      await items(page, added).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(items(page, added)).toHaveCount(0)
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page')
  })

  test('the page stays although the site can’t be reached after a write', async ({ page }) => {
    const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
    await page.goto('/Admin')
    await expect(items(page, 'Harbour Stage')).toBeVisible()
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await page.getByLabel('Date').fill('2031-07-06')
    await page.getByLabel('Venue').fill(venue)
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(page.getByText(`Added: ${venue}, July 6, 2031`)).toBeVisible()
    await page.getByLabel('Venue').fill('Half a hall')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The shows could not be loaded.')).toBeVisible()
    await expect(page.getByLabel('Venue')).toHaveValue('Half a hall')
    await items(page, venue).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(items(page, venue)).toHaveCount(0)
  })

  test('a response that is older than a write does not undo it', async ({ page }) => {
    const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
    const release = await holdBack(page, '**/api/admin/shows')
    await page.clock.install()
    const asked = page.waitForRequest('**/api/admin/shows')
    await page.goto('/Admin')
    await asked
    await page.clock.runFor(6_000)
    await expect(page.getByText('Still waiting for the shows ...')).toBeVisible()
    await page.clock.resume()
    await page.getByLabel('Date').fill('2031-07-06')
    await page.getByLabel('Venue').fill(venue)
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(items(page, venue)).toBeVisible()
    release()
    await expect(items(page, 'Harbour Stage')).toBeVisible()
    await expect(items(page, venue)).toHaveCount(1)
    await items(page, venue).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(items(page, venue)).toHaveCount(0)
  })
})

test('the header of the back office has the links of the site in a menu, and a link to the first page', async ({
  page,
}) => {
  const header = page.getByRole('banner')
  // It is there before any script.
  const release = await holdBack(page, '**/assets/*.js')
  await page.goto('/Admin', { waitUntil: 'commit' })
  await expect(header.getByText('Back office')).toBeVisible()
  await expect.poll(async () => (await header.boundingBox())?.height).toBeCloseTo(52, 0)
  await expect(header.getByRole('link', { name: 'Book Us' })).toBeHidden()
  release()
  // The menu closes on Escape only after the scripts have loaded, which render this heading.
  await expect(page.getByRole('heading', { name: 'Admin Page' })).toBeVisible()
  await expect(header.getByText('Site', { exact: true })).toBeVisible()
  expect((await settled(page, () => header.boundingBox()))?.height).toBeCloseTo(52, 0)
  const { network, playlist } = band
  const names = ['Home', 'About Us', 'Videos', 'Shows', 'Music', 'Book Us']
  await resize(page, { width: 360, height: 740 })
  await setTextSize(page, '200%')
  const title = header.getByText('Back office')
  expect(await title.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await expect(title).toBeInViewport({ ratio: 1 })
  await setTextSize(page, '')
  for (const width of [320, 360, 1280]) {
    await resize(page, { width, height: 740 })
    await header.getByText('Site', { exact: true }).click()
    for (const name of [...names, network.label, playlist.label]) {
      const link = header.getByRole('link', { name, exact: true })
      await expect(link).toBeInViewport({ ratio: 1 })
      await link.click({ trial: true })
    }
    await page.keyboard.press('Escape')
    await expect(header.getByRole('link', { name: 'Book Us' })).toBeHidden()
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()} ${band.name}`)
  await expect(footer.getByRole('link')).toHaveCount(0)
  await expect(footer.getByRole('button', { name: 'Log out' })).toBeVisible()
  await header.getByRole('link', { name: `${band.name}, to the first page` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(band.tagline)
  await header.getByRole('link', { name: 'Back office' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page')
})

test('the tabs go by arrow keys, and have no violation that axe knows', async ({ page }) => {
  await page.goto('/Admin')
  await page.getByRole('tab', { name: 'Shows' }).focus()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Music' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Admin Page Music' })).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])
  // A reload opens the tab that was open.
  await page.goto('/Admin')
  await expect(page.getByRole('tab', { name: 'Shows' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Shows' })).toHaveAttribute('aria-selected', 'true')
})
