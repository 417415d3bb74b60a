import type { Page, Route } from '@playwright/test'
import { syncDispatcher } from '../testing/browser/background-sync'
import { cachedResponses, expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { fillLogin, logIn, resize, violationsInBothSchemes } from '../testing/browser/fixtures'
import { addShow, addSong, adminShows, send } from '../testing/records'
import { asAdmin, json } from '../testing/requests'
import type { Site } from '../testing/site-process'

test.use({
  hasTouch: true,
  expectedConsole:
    /Failed to load resource|could not be (changed|deleted)|The site can not be reached|Logging out on the server failed|Loading (the (shows|songs|tracks) failed|failed, so)|deleted meanwhile|Token verification failed|could not be saved|status code 401/,
})

/** Everything that the page's IndexedDB databases contain, as text. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const request = db.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        texts.push(JSON.stringify(request.result))
      }
      db.close()
    }
    return texts.join('\n')
  })

/** A file of the back office that the phone saved before an update of the site. */
const fileOfEarlierBuild = '/assets/AdminPage-earlier.js'

/** @param time what the phone's clock shows, in milliseconds since 1970 */
async function prepare(page: Page, site: Site, time = Date.now()) {
  const song = await addSong(site, { title: 'Aja', artist: 'Steely Dan' })
  const secret = { venue: 'Secret Wedding', city: 'Arva', visibility: 'private' }
  await addShow(site, { date: '2031-06-01', ...secret, setList: [{ songIds: [song] }] })
  await send(site, 'POST', '/api/admin/away', {
    from: '2031-06-02',
    to: '2031-06-02',
    note: 'Surgery',
  })
  await send(site, 'POST', '/bookus', {
    name: 'Pat',
    email: 'pat@example.org',
    message: 'A barn, in June.',
    date: '2031-06-03',
  })
  await firstVisit(page, `${site.url}/Shows`)
  await page.evaluate(async (file) => {
    const cache = await caches.open('admin-files')
    const headers = { accept: 'text/javascript' }
    await cache.put(
      new Request(file, { headers }),
      new Response('', { headers: { vary: 'accept' } }),
    )
  }, fileOfEarlierBuild)
  // The page finds the files of earlier builds by the browser's list of files, which Playwright's clock empties.
  await page.addInitScript(() =>
    Object.assign(window, { entriesByType: performance.getEntriesByType.bind(performance) }),
  )
  await page.clock.install({ time })
  await page.addInitScript(() =>
    Object.assign(performance, { getEntriesByType: Reflect.get(window, 'entriesByType') }),
  )
  await logIn(page, site)
  await page.goto(`${site.url}/Admin`)
  await untilSaved(page)
}

/** Waits until the phone has saved what the back office shows. */
async function untilSaved(page: Page) {
  await expect(page.getByText('Secret Wedding')).toBeVisible()
  // These two are saved last, once the page is idle.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(3_000)
        return storedTexts(page)
      },
      { timeout: 30_000 },
    )
    .toContain('A barn, in June.')
  await expect.poll(() => storedTexts(page)).toContain('Steely Dan')
}

/** All shows as the site has stored them, by their venues. */
async function storedShows(site: Site) {
  return new Map((await adminShows(site)).map((show) => [show.venue, show]))
}

const rowOf = (page: Page, venue: string) =>
  page.getByRole('group', { name: 'All shows' }).getByRole('listitem').filter({ hasText: venue })

async function addShowInForm(page: Page, venue: string) {
  await page.getByRole('button', { name: 'New show' }).tap()
  await page.getByLabel('Date').fill('2031-07-05')
  await page.getByLabel('Venue').fill(venue)
  await page.getByLabel('City').fill('Arva')
  await page.getByRole('button', { name: 'Add Show' }).tap()
  await expect(page.getByText(`Saved on this device: ${venue}, July 5, 2031.`)).toBeVisible()
  await expect(rowOf(page, venue).getByRole('button', { name: 'Edit' })).toBeFocused()
}

async function addNightOff(page: Page, from: string, note: string) {
  await page.getByLabel('First night').fill(from)
  await page.getByLabel('Reason').fill(note)
  await page.getByRole('button', { name: 'Add nights off' }).tap()
  await expect(page.getByText(/^Saved on this device: June \d, 2031/)).toBeVisible()
}

/** @param consequence what the question says */
async function deleteShow(page: Page, venue: string, consequence: string) {
  await rowOf(page, venue).getByRole('button', { name: 'Delete' }).tap()
  const question = page.getByRole('dialog', { name: 'Delete this show?' })
  await expect(question).toContainText(consequence)
  await question.getByRole('button', { name: 'Delete' }).tap()
}

async function changeCity(page: Page, venue: string, city: string) {
  await rowOf(page, venue).getByRole('button', { name: 'Edit' }).tap()
  await page.getByLabel('City').fill(city)
  await page.getByRole('button', { name: 'Update Show' }).tap()
}

test('without signal the back office shows what the phone last received, and keeps changes, which are sent in order', async ({
  page,
  context,
  ownSite,
}) => {
  await prepare(page, ownSite)
  const files = (await cachedResponses(page)).map(({ url }) => new URL(url).pathname)
  expect(files).toContainEqual(expect.stringMatching(/\/assets\/admin-.*\.js$/))
  expect(files).not.toContain(fileOfEarlierBuild)
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Back office pages' })
  await menu.getByRole('link', { name: 'More' }).tap()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Stage/ })
    .tap()
  await expect(page.getByText('Aja', { exact: true })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin`)
  await expect(page.getByText('Secret Wedding')).toBeVisible()
  await expect(
    page.getByText(/^The site did not respond\. This page shows what this device received/),
  ).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/stage`)
  await expect(page.getByText('Aja', { exact: true })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/nights`)
  await addNightOff(page, '2031-06-04', 'Fishing')
  await addNightOff(page, '2031-06-05', 'Sailing')
  const nightsOff = page.getByRole('region', { name: 'Nights off' }).getByRole('listitem')
  await expect(nightsOff).toContainText([
    'June 2, 2031 · Surgery',
    'June 4, 2031 · Fishing · Waiting',
    'June 5, 2031 · Sailing · Waiting',
  ])
  await expect(page.getByRole('button', { name: 'June 4, 2031, Fishing' })).toBeVisible()
  await nightsOff.last().getByRole('button', { name: 'Delete' }).tap()
  await expect(nightsOff).toHaveCount(2)

  await page.goto(`${ownSite.url}/Admin`)
  await addShowInForm(page, 'New Hall')
  await expect(rowOf(page, 'New Hall')).toContainText('Waiting')
  await changeCity(page, 'New Hall', 'Ilderton')
  await expect(page.getByText(/^Saved on this device: New Hall, July 5, 2031/)).toBeVisible()
  // The list is displayed in place of the form.
  await expect(rowOf(page, 'New Hall').getByRole('button', { name: 'Edit' })).toBeFocused()
  await rowOf(page, 'Secret Wedding').getByRole('button', { name: 'More' }).tap()
  await page.getByRole('button', { name: 'Cancelled' }).tap()
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Cancelled')
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  await expect(page.getByText('A barn, in June.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark answered' }).tap()
  await expect(page.getByText('4 changes on this device are not sent yet.')).toBeVisible()
  await expect(page.getByText('A barn, in June.')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Answered (1)' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'New (0)' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('4 changes on this device are not sent yet.')).toBeVisible()
  await menu.getByRole('link', { name: 'Shows' }).tap()
  await expect(rowOf(page, 'New Hall')).toContainText('Ilderton')
  expect(await violationsInBothSchemes(page)).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText(/not sent yet/)).toHaveCount(0)
  await expect(page.getByText('All waiting changes were sent.')).toBeVisible()
  await expect(rowOf(page, 'New Hall')).not.toContainText('Waiting')
  const shows = await storedShows(ownSite)
  expect(shows.get('New Hall')).toMatchObject({ city: 'Ilderton', version: 2 })
  expect(shows.get('Secret Wedding')).toMatchObject({ status: 'cancelled' })
  expect([...shows.keys()].filter((venue) => venue === 'New Hall')).toHaveLength(1)
  const headers = asAdmin(await ownSite.token())
  const inbox = await ownSite.fetch('/api/enquiries?status=answered', { headers })
  expect(await inbox.json()).toMatchObject({ enquiries: [{ name: 'Pat' }] })
  await page.goto(`${ownSite.url}/Admin/nights`)
  await expect(nightsOff).toContainText(['Surgery', 'Fishing'])
  await expect(page.getByText('Waiting')).toHaveCount(0)
  const away = await ownSite.fetch('/api/admin/away', { headers })
  expect(await away.json()).toMatchObject({ away: [{ note: 'Surgery' }, { note: 'Fishing' }] })
  // The notice of another page's saved data is gone.
  await expect(page.getByText(/^The site did not respond/)).toHaveCount(0)
})

test('a show that is deleted while it is being sent is deleted on the site, too; an undo of a change that is being sent is refused with a notice', async ({
  page,
  context,
  ownSite,
}) => {
  await firstVisit(page, `${ownSite.url}/Shows`)
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin`)
  await expect(rowOf(page, 'Harbour Stage')).not.toHaveCount(0)
  /** Turns the network on, and holds the first request to change a show.
   * @returns a function that releases it */
  async function holdChange(address: string, method: string) {
    const held: (() => void)[] = []
    await context.route(address, async (route) => {
      if (route.request().method() === method)
        await new Promise<void>((resolve) => {
          held.push(resolve)
        })
      await route.continue()
    })
    await context.setOffline(false)
    await expect.poll(() => held).toHaveLength(1)
    return () => held[0]?.()
  }
  await context.setOffline(true)
  await addShowInForm(page, 'Hasty Hall')
  const releaseShow = await holdChange('**/api/shows', 'POST')
  await rowOf(page, 'Hasty Hall').getByRole('button', { name: 'Delete' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  releaseShow()
  await expect(page.getByText('Deleted: Hasty Hall')).toBeVisible()
  expect([...(await storedShows(ownSite)).keys()]).not.toContain('Hasty Hall')

  await context.setOffline(true)
  await changeCity(page, 'Harbour Stage', 'Ailsa Craig')
  await expect(page.getByText(/^Saved on this device: Harbour Stage/)).toBeVisible()
  const releaseChange = await holdChange('**/api/shows/*', 'PUT')
  await page.getByRole('button', { name: 'Undo' }).tap()
  releaseChange()
  await expect(page.getByText(/^This change was sent meanwhile/)).toBeVisible()
  await expect(rowOf(page, 'Harbour Stage')).toContainText('Ailsa Craig')
})

test('a sent change is shown until the list is read; a failure stays beside the result of the next press', async ({
  page,
  context,
  ownSite,
}) => {
  await prepare(page, ownSite)
  await context.setOffline(true)
  await changeCity(page, 'Secret Wedding', 'Ailsa Craig')
  await expect(page.getByText(/^Saved on this device: Secret Wedding/)).toBeVisible()
  const [lists, held] = ['**/api/admin/shows', [] as (() => void)[]]
  await context.route(lists, (route) => void held.push(() => void route.abort()))
  await context.setOffline(false)
  const stored = async () => (await storedShows(ownSite)).get('Secret Wedding')?.city
  await expect.poll(stored).toBe('Ailsa Craig')
  await expect(page.getByText(/not sent yet/)).toHaveCount(0)
  await context.setOffline(true)
  const failure = page.waitForEvent('requestfailed')
  for (const abort of held) abort()
  await failure
  await page.clock.install()
  await page.goto(`${ownSite.url}/Admin`)
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Ailsa Craig')
  await context.unroute(lists)
  // The next two requests fail although the signal is back.
  let failures = 0
  const countedAbort = (route: Route) => route.abort().then(() => (failures += 1))
  await context.route(lists, countedAbort, { times: 2 })
  await context.setOffline(false)
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return [failures, (await storedTexts(page)).includes('"state":"sent"')]
    })
    .toEqual([2, false])
  await expect(page.getByText(/^The site did not respond/)).toHaveCount(0)
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Ailsa Craig')

  const fail = new Promise<() => void>((resolve) => {
    const response = { status: 500, json: { detail: 'The disk is full.' } }
    void context.route('**/api/shows/*', (route) => resolve(() => void route.fulfill(response)), {
      times: 1,
    })
  })
  await deleteShow(page, 'Secret Wedding', 'goes to the bin')
  await deleteShow(page, 'Harbour Stage', 'goes to the bin')
  ;(await fail)()
  await expect(page.getByText(/could not be deleted.* Deleted: Harbour Stage/)).toBeVisible()
  await expect(rowOf(page, 'Secret Wedding')).toHaveCount(1)
})

test('what is typed survives a reload, a conflicting change is compared, and the rest is sent or discarded', async ({
  page,
  context,
  ownSite,
}) => {
  await prepare(page, ownSite)
  await page.getByRole('button', { name: 'New show' }).tap()
  await page.getByLabel('Venue').fill('Half typed')
  await page.reload()
  await expect(page.getByLabel('Venue')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await context.setOffline(true)
  await addShowInForm(page, 'New Hall')
  await deleteShow(page, 'New Hall', 'is only on this device: it was not sent yet.')
  await expect(page.getByText('Discarded: New Hall, July 5, 2031')).toBeVisible()
  await expect(rowOf(page, 'New Hall')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(rowOf(page, 'New Hall')).toContainText('Waiting')
  await expect(page.getByText(/could not be loaded/)).toHaveCount(0)
  await page.getByText('1 change on this device is not sent yet.').tap()
  await page.getByRole('button', { name: 'Discard' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).tap()
  await expect(rowOf(page, 'New Hall')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await context.setOffline(false)
  await expect(rowOf(page, 'Secret Wedding')).toBeVisible()
  expect((await storedShows(ownSite)).has('New Hall')).toBe(false)

  // Another field of the record was changed elsewhere: both changes are stored.
  const wedding = (await storedShows(ownSite)).get('Secret Wedding')
  const headers = asAdmin(await ownSite.token())
  const changeElsewhere = (fields: object) =>
    ownSite.fetch(
      `/api/shows/${wedding?._id}`,
      json('PUT', { date: '2031-06-02', venue: 'Secret Wedding', ...fields }, headers),
    )
  await context.setOffline(true)
  await changeCity(page, 'Secret Wedding', 'Ailsa Craig')
  await changeElsewhere({ city: wedding?.city, note: 'Bring lamps' })
  await context.setOffline(false)
  await expect
    .poll(async () => (await storedShows(ownSite)).get('Secret Wedding'))
    .toMatchObject({ city: 'Ailsa Craig', note: 'Bring lamps' })
  await expect(page.getByText(/could not be saved|not sent yet/)).toHaveCount(0)
  await expect(rowOf(page, 'Secret Wedding')).toContainText(/June 2, 2031|2 Jun 2031/)

  // The same field was changed elsewhere, too.
  await context.setOffline(true)
  await changeCity(page, 'Secret Wedding', 'Ilderton')
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Waiting')
  await page.goto(`${ownSite.url}/Admin`)
  await addShowInForm(page, 'New Hall')
  const setList = [{ title: 'Late', songIds: wedding?.setList?.[0]?.songIds }]
  await changeElsewhere({ city: 'Lucan', setList })
  await context.setOffline(false)
  await expect(
    page.getByText('1 change could not be saved. Open this list to decide.'),
  ).toBeVisible()
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Changed elsewhere')
  await expect.poll(async () => (await storedShows(ownSite)).has('New Hall')).toBe(true)
  // The notices from before the network was back are gone.
  await expect(page.getByText(/^The site did not respond|It will be sent when/)).toHaveCount(0)
  // A deletion that is taken back brings the unsent change back.
  await deleteShow(page, 'Secret Wedding', 'goes to the bin')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Ilderton')
  await expect(rowOf(page, 'Secret Wedding')).toContainText('Changed elsewhere')
  // The form is opened when the show has been restored.
  await expect(page.getByText(/^Restored: Secret Wedding/)).toBeVisible()
  // A further change waits for the decision, as its form says.
  await rowOf(page, 'Secret Wedding').getByRole('button', { name: 'Edit' }).tap()
  await expect(
    page.getByText('First decide about its earlier change, which could not be saved.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await changeCity(page, 'Secret Wedding', 'Granton')
  await expect(
    page.getByText(/^Saved on this device only: Secret Wedding, June 2, 2031\. First decide/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Decide' }).tap()
  await page.getByRole('button', { name: 'Compare' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').filter({ hasText: 'City' })).toContainText(/Granton.*Lucan/s)
  // The other fields are merged: a header and one row.
  await expect(dialog.getByRole('row')).toHaveCount(2)
  expect(await violationsInBothSchemes(page)).toEqual([])
  // The decision leaves text that was typed into the form since.
  await dialog.getByRole('button', { name: 'Decide later' }).tap()
  await rowOf(page, 'Secret Wedding').getByRole('button', { name: 'Edit' }).tap()
  await page.getByLabel('City').fill('Half typed')
  await page.getByRole('button', { name: 'Decide' }).tap()
  await page.getByRole('button', { name: 'Compare' }).tap()
  await dialog.getByRole('button', { name: 'Save mine' }).tap()
  await expect(page.getByText('Saved: June 2, 2031 at Secret Wedding, Granton')).toBeVisible()
  await expect(
    page.getByText('1 change could not be saved. Open this list to decide.'),
  ).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect
    .poll(async () => (await storedShows(ownSite)).get('Secret Wedding'))
    .toMatchObject({ city: 'Granton', note: 'Bring lamps', setList: [{ title: 'Late' }] })

  // Public pages send changes, too.
  await context.setOffline(true)
  await addShowInForm(page, 'Early Hall')
  await page.goto(`${ownSite.url}/Shows`)
  await context.setOffline(false)
  await expect.poll(async () => (await storedShows(ownSite)).has('Early Hall')).toBe(true)
  await page.goto(`${ownSite.url}/Admin`)

  // The worker sends changes when no page is open.
  await context.setOffline(true)
  await addShowInForm(page, 'Late Hall')
  await page.goto('about:blank')
  await context.setOffline(false)
  const afterSync = await syncDispatcher(page, ownSite.url, 'changes')
  const late = async () => (await storedShows(ownSite)).has('Late Hall')
  await expect.poll(() => afterSync(late)).toBe(true)

  // Sending an open form keeps a status that was set in the list meanwhile.
  await page.goto(`${ownSite.url}/Admin`)
  await expect(rowOf(page, 'Late Hall')).toBeVisible()
  await resize(page, { width: 1280, height: 800 })
  await context.setOffline(true)
  await rowOf(page, 'Late Hall').getByRole('button', { name: 'Edit' }).tap()
  await rowOf(page, 'Late Hall').getByRole('button', { name: 'More' }).tap()
  await page.getByRole('button', { name: 'Cancelled' }).tap()
  await expect(page.getByText(/^Saved on this device: Late Hall, July 5, 2031/)).toBeVisible()
  await page.getByLabel('City').fill('Lucan')
  await page.getByRole('button', { name: 'Update Show' }).tap()
  await expect(rowOf(page, 'Late Hall')).toContainText('Lucan')
  await resize(page, { width: 360, height: 740 })

  // Changes wait for the next login.
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await ownSite.fetch('/api/admin/logout', { method: 'POST', headers: asAdmin(token ?? '') })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await fillLogin(page)
  await expect
    .poll(async () => (await storedShows(ownSite)).get('Late Hall'))
    .toMatchObject({ status: 'cancelled', city: 'Lucan' })

  // A logout asks before it discards changes and typed text.
  await page.goto(`${ownSite.url}/Admin/nights`)
  await page.getByLabel('Reason').fill('Surg')
  await page.goto(`${ownSite.url}/Admin`)
  await expect(rowOf(page, 'Late Hall')).toBeVisible()
  await context.setOffline(true)
  await addShowInForm(page, 'Last Hall')
  const question = page.getByRole('dialog', { name: 'Log out?' })
  await page.getByRole('button', { name: 'Log out' }).tap()
  await expect(question).toContainText(
    '1 change and 1 unsaved form on this device have not been saved',
  )
  await question.getByRole('button', { name: 'Cancel' }).tap()
  await expect(rowOf(page, 'Last Hall')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).tap()
  await question.getByRole('button', { name: 'Log out' }).tap()
  await expect.poll(() => storedTexts(page)).not.toContain('Last Hall')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

test('saved responses are deleted after 14 days without use, the end of the session, a refused token, and a logout', async ({
  page,
  context,
  ownSite,
}) => {
  await prepare(page, ownSite, Date.now() - 15 * 86_400_000)
  await context.setOffline(true)
  // A response that is still being received would be saved with today's date.
  await page.goto('about:blank')
  await page.clock.setSystemTime(Date.now())
  await page.goto(`${ownSite.url}/Admin`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => storedTexts(page)).not.toContain('Secret Wedding')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull()
  await context.setOffline(false)
  await page.goto(`${ownSite.url}/Admin`)
  await untilSaved(page)
  // Offline, only the phone's clock shows that the session has ended.
  await context.setOffline(true)
  await page.clock.setSystemTime(Date.now() + 8 * 86_400_000)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Secret Wedding')).toHaveCount(0)
  await expect.poll(() => storedTexts(page)).not.toContain('Secret Wedding')
  await page.clock.setSystemTime(Date.now())
  await context.setOffline(false)
  await page.goto(`${ownSite.url}/Admin`)
  await untilSaved(page)

  const refused = await page.evaluate(() => localStorage.getItem('authToken'))
  await ownSite.fetch('/api/admin/logout', { method: 'POST', headers: asAdmin(refused ?? '') })
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await expect.poll(() => storedTexts(page)).not.toContain('Secret Wedding')

  const token = await ownSite.newToken()
  await page.evaluate((value) => localStorage.setItem('authToken', value), token)
  await page.goto(`${ownSite.url}/Admin`)
  await untilSaved(page)
  await page.goto(`${ownSite.url}/Admin/nights`)
  await expect(page.getByText('Surgery').first()).toBeVisible()
  await page.goto(`${ownSite.url}/Admin`)
  await page.getByRole('button', { name: 'New show' }).tap()
  await page.getByLabel('Venue').fill('Typed Secret Wedding')
  const secrets = /Secret Wedding|A barn, in June|pat@example\.org|Surgery/
  await expect.poll(() => storedTexts(page)).toContain('Surgery')
  const cached = (await cachedResponses(page)).map(({ text }) => text).join('\n')
  expect(cached).not.toMatch(secrets)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await expect.poll(() => storedTexts(page)).not.toMatch(secrets)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(secrets)
})

/** What another app does when a person shares mp3s with the installed site (Web Share Target). */
function shareFiles(names: string[]) {
  const { files, items } = new DataTransfer()
  for (const name of names) items.add(new File(['ID3'], name))
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'tracks' })
  input.files = files
  const form = document.createElement('form')
  Object.assign(form, { action: '/Admin', method: 'post', enctype: 'multipart/form-data' })
  form.append(input)
  document.body.append(form)
  form.submit()
}

test('mp3s that another app shares are in the list of uploads, also without signal', async ({
  page,
  context,
  ownSite,
}) => {
  const devtools = await context.newCDPSession(page)
  const manifest = async () => {
    const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    // The link is there once the page's scripts have run.
    return { path: url.replace(ownSite.url, ''), takesFiles: data.includes('share_target') }
  }
  await firstVisit(page, `${ownSite.url}/Shows`)
  await expect.poll(manifest).toEqual({ path: '/manifest.webmanifest', takesFiles: false })
  await prepare(page, ownSite)
  await expect.poll(manifest).toEqual({ path: '/band.webmanifest', takesFiles: true })
  await page.goto(`${ownSite.url}/Shows`)
  await expect.poll(manifest).toEqual({ path: '/band.webmanifest', takesFiles: true })
  await context.setOffline(true)
  const names = ['Grüße', 'Delta', 'Echo', 'Ahoi']
  await page.evaluate(shareFiles, [...names.map((name) => `02 - ${name}.mp3`), 'notes.pdf'])
  const several = page.getByRole('region', { name: 'Several at once' })
  const inOrder = names.map((name) => new RegExp(name))
  await expect(several.getByRole('listitem')).toHaveText(inOrder)
  await expect(several.getByRole('alert')).toHaveText('notes.pdf is not an mp3.')
  await expect(several.getByRole('heading')).toBeInViewport()
  await page.reload()
  await expect(several.getByRole('listitem')).toHaveText(inOrder)

  const { origin } = new URL(ownSite.url)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.evaluate(shareFiles, ['03 - Rhiannon.mp3'])
  await expect(several.getByRole('alert')).toHaveText(/could not be stored on this phone/)
})
