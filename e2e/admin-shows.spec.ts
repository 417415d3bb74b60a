import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Show } from '../api/contract/shows'
import {
  countTaps,
  expect,
  holdBack,
  logIn,
  resize,
  settled,
  test,
  violationsOf,
} from '../testing/browser/fixtures'
import { isWider, setTextSize } from '../testing/browser/layout'
import { createPushService } from '../testing/push-service'
import { addShow, addTrack, adminShows, send } from '../testing/records'
import { json, mp3 } from '../testing/requests'
import type { Site } from '../testing/site-process'

const rowOf = (page: Page, venue: string) => page.getByRole('listitem').filter({ hasText: venue })

/** Opens the back office.
 * @param fields those of a show that is added before; undefined for none */
async function open(page: Page, site: Site, fields?: object) {
  const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
  if (fields) {
    await addShow(site, { venue, ...fields })
  }
  await logIn(page, site)
  await page.goto('/Admin')
  return {
    venue,
    async fill() {
      await page.getByLabel('Date').fill('2031-07-04')
      await page.getByLabel('Venue').fill(venue)
      await page.getByLabel('City').fill('London')
    },
    /** The show as visitors see it; undefined if they don't. */
    async published(): Promise<Show | undefined> {
      const { shows } = (await (await fetch(`${site.url}/api/shows`)).json()) as { shows: Show[] }
      return shows.find((show) => show.venue === venue)
    },
    async remove(name = venue) {
      const shows = await adminShows(site)
      for (const { _id } of shows.filter((show) => show.venue === name))
        await send(site, 'DELETE', `/api/shows/${_id}`)
    },
  }
}

test.describe('more about a show', () => {
  test.use({ expectedConsole: /status of (415|422)|could not be saved|Uploading the poster/ })

  test('is folded away, keeps its values if one is refused, can be filled in, and cleared again', async ({
    page,
    site,
  }) => {
    const { venue, fill, remove, published } = await open(page, site)
    await expect(page.getByLabel('Show starts')).toHaveCount(0)
    await fill()
    await page.getByText('More about the show').click()
    await page.getByLabel('Show starts').fill('20:30')
    await page.getByLabel('Street address').fill('99 Wortley Road')
    await page.getByLabel('Note').fill('All ages.')
    await page.getByLabel('Step-free access').check()
    await page.getByLabel('Youngest age').fill('19')
    const choosePoster = (buffer: Buffer) =>
      page
        .getByLabel('Poster', { exact: true })
        .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
    await choosePoster(Buffer.from('no picture'))
    await expect(page.getByText(/The poster could not be uploaded\. .*JPEG, PNG/)).toBeVisible()
    // The browser accepts this address; the server does not.
    const tickets = page.getByLabel('Link to tickets')
    await tickets.fill('ftp://tickets.example')
    await page.getByRole('button', { name: 'Add Show' }).click()
    const message = 'This must be an address that begins with https:// or http://.'
    await expect(tickets).toHaveAccessibleDescription(message)
    await expect(page.getByLabel('City')).toHaveValue('London')
    // The message is about the value that was sent.
    await tickets.fill('ftp://tickets.example/2')
    await expect(tickets).toHaveAccessibleDescription('')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(tickets).toHaveAccessibleDescription(message)
    expect(await published()).toBeUndefined()

    await tickets.fill('tickets.example/x')
    const background = '#c2361a'
    const picture = sharp({ create: { width: 300, height: 400, channels: 3, background } })
    await choosePoster(await picture.png().toBuffer())
    await page.getByLabel('What the poster shows').fill('A red poster')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(page.getByText(`Added: ${venue}, July 4, 2031`)).toBeVisible()
    // The form for the next show has only the basic fields.
    await expect(page.getByLabel('Show starts')).toHaveCount(0)
    const show = await published()
    expect(show).toMatchObject({
      startsAt: '20:30',
      address: '99 Wortley Road',
      ticketUrl: 'https://tickets.example/x',
      note: 'All ages.',
      isStepFree: true,
      ageLimit: 19,
      poster: { alt: 'A red poster', width: 300, height: 400 },
    })
    await page.goto(`/Shows/${show?.slug}`)
    const poster = page.getByRole('img', { name: 'A red poster' })
    await expect
      .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(300)

    await page.goto('/Admin')
    await rowOf(page, venue).getByRole('button', { name: 'Edit' }).click()
    await page.getByText('More about the show (filled in)').click()
    await expect(page.getByLabel('Step-free access')).toBeChecked()
    await page.getByLabel('Show starts').fill('')
    await page.getByLabel('Step-free access').uncheck()
    await expect(page.getByLabel('Youngest age')).toHaveValue('19')
    await page.getByLabel('Youngest age').fill('')
    await page.getByRole('button', { name: 'Remove poster' }).click()
    await page.getByRole('button', { name: 'Update Show' }).click()
    await expect(page.getByText(`Updated: ${venue}, July 4, 2031`)).toBeVisible()
    const changed = await published()
    expect(changed).toMatchObject({ note: 'All ages.' })
    for (const name of ['startsAt', 'isStepFree', 'ageLimit', 'poster'])
      expect(changed).not.toHaveProperty(name)
    await remove()
  })
})

test('visitors do not see a draft until it is published; a draft made from an enquiry opens in the form first', async ({
  page,
  site,
}) => {
  const { venue, fill, remove, published } = await open(page, site)
  await fill()
  await page.getByText('More about the show').click()
  await page.getByLabel('Who sees it').selectOption('draft')
  await page.getByRole('button', { name: 'Add Show' }).click()
  await expect(rowOf(page, venue)).toContainText('Draft')
  expect(await published()).toBeUndefined()
  const publish = async () => {
    await rowOf(page, venue).getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Publish it' }).click()
  }
  await publish()
  await expect(page.getByText(`Published: ${venue}, July 4, 2031`)).toBeVisible()
  expect(await published()).toMatchObject({ venue })
  await expect(rowOf(page, venue)).not.toContainText('Draft')
  await remove()

  await addShow(site, { venue, visibility: 'draft', enquiryId: '0'.repeat(24) })
  await page.reload()
  await publish()
  await expect(page.getByLabel('Venue')).toBeFocused()
  await expect(
    page.getByText(/^This show was made from an enquiry\. Check the venue/),
  ).toBeVisible()
  expect(await published()).toBeUndefined()
  await page.getByLabel('City').fill('Arva')
  await page.getByRole('button', { name: 'Update Show' }).click()
  await expect(page.getByText(`Updated: ${venue}, July 4, 2031`)).toBeVisible()
  expect(await published()).toMatchObject({ city: 'Arva' })
  await remove()
})

test('the band opens, corrects and repeats a show, and replaces an mp3, in few taps', async ({
  page,
  site,
}) => {
  // Text fields and pickers of the system are filled without taps, so these are the taps on the page.
  const taps = await countTaps(page)
  const { venue, remove, published } = await open(page, site, {
    startsAt: '20:30',
    address: '99 Wortley Road',
    status: 'soldout',
    note: 'With guests',
  })
  const tapsSince = async (before: number) => (await taps()) - before
  const row = rowOf(page, venue)
  let before = await tapsSince(0)
  // The notice of the added show moves the row. A forced tap, which is needed because the Edit button covers the text,
  // doesn't wait for that.
  await settled(page, () => row.boundingBox())
  await row.getByText(venue).tap({ force: true })
  await expect(page.getByLabel('Venue')).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(venue) })).toBeVisible()
  expect(await tapsSince(before)).toBe(1)
  await page.getByLabel('Venue').fill(`${venue} 2`)
  await page.getByRole('button', { name: 'Update Show' }).tap()
  await expect(page.getByText(`Updated: ${venue} 2, July 4, 2031`)).toBeVisible()
  expect(await tapsSince(before)).toBe(2)

  before = await tapsSince(0)
  await row.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('button', { name: 'Add another like this…' }).tap()
  await expect(page.getByLabel('Date')).toBeFocused()
  await page.getByLabel('Date').fill('2031-07-11')
  await page.getByLabel('Venue').fill(venue)
  await page.getByRole('button', { name: 'Add Show' }).tap()
  await expect(page.getByText(`Added: ${venue}, July 11, 2031`)).toBeVisible()
  expect(await tapsSince(before)).toBe(3)
  const added = await published()
  expect(added).toMatchObject({ startsAt: '20:30', address: '99 Wortley Road' })
  expect(added).not.toHaveProperty('status')
  expect(added).not.toHaveProperty('note')
  const places = await page.getByLabel('Venue').getAttribute('list')
  await expect(page.locator(`datalist[id="${places}"] option[value="${venue}"]`)).toHaveCount(1)
  await remove()
  await remove(`${venue} 2`)

  const file = mp3().subarray(0, 20_000)
  const { _id } = await addTrack(site, venue, file)
  await page.reload()
  await page.getByRole('tab', { name: 'Music' }).tap()
  before = await tapsSince(0)
  await rowOf(page, venue).getByRole('button', { name: 'Edit' }).tap()
  await expect(page.getByText(/^Current file: /)).toBeVisible()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByLabel('Mp3 file').tap(),
  ])
  const name = 'taps.mp3'
  await chooser.setFiles({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Update Music' }).tap()
  await expect(page.getByText(/^Updated: /)).toBeVisible()
  // Edit, the file field, Update Music; the fourth tap is in the system's dialog.
  expect(await tapsSince(before)).toBe(3)
  await send(site, 'DELETE', `/api/music/${_id}`)
})

test('Back closes an open dialog or form; the next Back leaves the page', async ({
  page,
  site,
}) => {
  const { venue, remove } = await open(page, site, { note: 'All ages.' })
  await page.getByRole('link', { name: 'Enquiries' }).click()
  await page.getByRole('link', { name: 'Shows' }).click()
  const back = () => page.evaluate(() => history.back())
  await rowOf(page, venue).getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await back()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await rowOf(page, venue).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Venue').fill('Elsewhere')
  await back()
  await expect(page.getByText(`Not saved: ${venue}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()
  // A form of the other tab is not displayed, so it does not close.
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByRole('button', { name: 'New track' }).click()
  await page.getByLabel('Name').fill('Half a name')
  await page.getByRole('tab', { name: 'Shows' }).click()
  await back()
  await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeVisible()
  await page.getByRole('link', { name: 'Music' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Half a name')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await remove()
})

test('a show is cancelled in two taps, which can be undone; the notice says how many people are told', async ({
  page,
  site,
}) => {
  const { venue, remove, published } = await open(page, site, {})
  const { _id: showId } = (await published()) as Show
  const row = rowOf(page, venue)
  const dialog = page.getByRole('dialog', { name: venue })
  const undo = page.getByRole('button', { name: 'Undo' })
  await row.getByRole('button', { name: 'More' }).click()
  await expect(dialog).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  // Enter does nothing but close the dialog.
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(dialog).toContainText('Its subscribers get a message')
  await dialog.getByRole('button', { name: 'Cancelled' }).click()
  await expect(row).toContainText('Cancelled')
  const notice = `Cancelled: ${venue}, July 4, 2031`
  await expect(page.getByText(notice, { exact: true })).toBeVisible()
  expect(await published()).toMatchObject({ status: 'cancelled' })
  await undo.click()
  await expect(row).not.toContainText('Cancelled')
  expect(await published()).not.toHaveProperty('status')
  await undo.click()
  await expect(row).toContainText('Cancelled')
  await row.getByRole('button', { name: 'More' }).click()
  await dialog.getByRole('button', { name: 'As planned' }).click()
  await expect(row).not.toContainText('Cancelled')
  expect(await published()).not.toHaveProperty('status')

  const service = createPushService()
  for (const { subscription } of [service.addBrowser(), service.addBrowser()]) {
    const body = { topic: 'shows', showId, subscription }
    expect((await site.fetch('/api/push/subscriptions', json('POST', body))).status).toBe(201)
  }
  await row.getByRole('button', { name: 'More' }).click()
  await dialog.getByRole('button', { name: 'Cancelled' }).click()
  await expect(page.getByText(`${notice}. 2 people are told.`, { exact: true })).toBeVisible()
  await undo.click()
  await expect(row).not.toContainText('Cancelled')
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByText('More about the show').click()
  await page.getByLabel('Show starts').fill('20:00')
  await page.getByRole('button', { name: 'Update Show' }).click()
  await expect(page.getByText(/^Updated: .* 2 people are told\.$/)).toBeVisible()
  await remove()
})

test.describe('beside the open form', () => {
  test.use({
    expectedConsole: /Failed to load resource|Loading (the (shows|tracks) failed|failed, so)/,
  })
  test('the open form keeps its unsaved changes when a status is set in the list, or when the save of another show ends', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const { venue, remove, published } = await open(page, site, {})
    const letThrough = await holdBack(page, '**/api/shows/*')
    await rowOf(page, venue).getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Update Show' }).click()
    await rowOf(page, 'Harbour Stage').getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Venue').fill('Half a stage')
    letThrough()
    await expect(page.getByText(`Updated: ${venue}, July 4, 2031`)).toBeVisible()
    await expect(page.getByLabel('Venue')).toHaveValue('Half a stage')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await rowOf(page, venue).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('City').fill('Toronto')
    await rowOf(page, venue).getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sold out' }).click()
    await expect(rowOf(page, venue)).toContainText('Sold out')
    await expect(page.getByLabel('Status')).toHaveValue('soldout')
    await expect(page.getByLabel('City')).toHaveValue('Toronto')

    // A status that waits and is discarded is not sent with the form.
    await page.context().setOffline(true)
    await rowOf(page, venue).getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelled' }).click()
    await expect(page.getByText(/^Saved on this device/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(page, venue)).toContainText('Sold out')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Update Show' }).click()
    await expect(page.getByText(`Updated: ${venue}, July 4, 2031`)).toBeVisible()
    // The form is one for a new show now.
    await expect(rowOf(page, venue).getByRole('button', { name: 'Edit' })).toBeFocused()
    expect(await published()).toMatchObject({ status: 'soldout', city: 'Toronto' })
    await remove()
  })
})

test.describe('while a show is being edited on a phone', () => {
  test.use({ expectedConsole: /could not be saved|status of 500/ })

  test('no field is covered on low screens, and no message covers the buttons', async ({
    page,
    site,
  }) => {
    const { venue, remove } = await open(page, site, {})
    await page.route('**/api/shows/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await rowOf(page, venue).getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Update Show' }).click()
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    for (const name of ['Update Show', 'Cancel'])
      await page.getByRole('button', { name }).click({ trial: true, position: { x: 20, y: 40 } })
    for (const [width, height] of [
      [320, 180],
      [320, 640],
      [640, 300],
    ] as const) {
      await resize(page, { width, height })
      for (const label of ['Date', 'Venue', 'City']) {
        await page.getByLabel(label).focus()
        const isCovered = () =>
          page.getByLabel(label).evaluate((field) => {
            const { left, top, width: w, height: h } = field.getBoundingClientRect()
            return document.elementFromPoint(left + w / 2, top + h / 2) !== field
          })
        expect([width, label, await settled(page, isCovered)]).toEqual([width, label, false])
      }
    }
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, venue).getByRole('button', { name: 'Edit' })).toBeFocused()
    await remove()
  })
})

test('a show that is moved remembers its former day', async ({ page, site }) => {
  const { venue, remove, published } = await open(page, site, {})
  await rowOf(page, venue).getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Postponed…' }).click()
  await page.getByLabel('Date').fill('2031-08-01')
  await page.getByRole('button', { name: 'Update Show' }).click()
  await expect(page.getByText(`Updated: ${venue}, August 1, 2031`)).toBeVisible()
  expect(await published()).toMatchObject({ status: 'postponed', formerDate: '2031-07-04' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Taken back: ${venue}, July 4, 2031`)).toBeVisible()
  const undone = await published()
  expect(undone).toMatchObject({ date: '2031-07-04' })
  expect(undone).not.toHaveProperty('status')
  expect(undone).not.toHaveProperty('formerDate')
  await remove()
})

test('a poster of a show is printed in three taps', async ({ page, site }) => {
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { isPrinted: true })
  })
  const { venue, remove } = await open(page, site, { startsAt: '20:00' })
  await rowOf(page, venue).getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Poster to print' }).click()
  const poster = page.getByRole('article')
  await expect(poster.getByText(venue)).toBeVisible()
  await expect(poster.getByText('July 4, 2031')).toBeVisible()
  const code = page.getByRole('img', { name: 'QR code of the show’s page' })
  await expect
    .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => 'isPrinted' in window)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  const box = await settled(page, () => page.getByRole('article').boundingBox())
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(297 / 210, 2)
  // Where the code can't be drawn, the poster does not speak of it.
  await page.route(`**${await code.getAttribute('src')}`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '' }),
  )
  await page.reload()
  await expect(poster.getByText(venue)).toBeVisible()
  await expect(code).toHaveCount(0)
  await expect(poster.getByText(/^Scan /)).toHaveCount(0)
  await remove()
})

test('coming shows are listed before past ones, and in wide windows the form is beside the list', async ({
  page,
  site,
}) => {
  const { venue, remove } = await open(page, site, {})
  const list = page.getByRole('group', { name: 'All shows' })
  await expect(list.getByRole('heading')).toHaveText([/^Coming \d+$/, /^Past \d+$/])
  await expect(list.getByRole('list').first()).toContainText(venue)
  const row = rowOf(page, venue)
  // Playwright checks that nothing covers the button.
  for (const name of ['Edit', 'Delete', 'More'])
    await row.getByRole('button', { name }).click({ trial: true })
  await setTextSize(page, '200%')
  const text = await settled(page, () => row.locator('[id$="-text"]').boundingBox())
  expect(text?.width).toBeGreaterThan(250)
  expect(await isWider(page)).toBe(false)
  await setTextSize(page, '')
  await resize(page, { width: 1280, height: 800 })
  await row.click({ position: { x: 5, y: 5 } })
  const menu = page.getByRole('navigation', { name: 'Back office pages' })
  const [rail, rowBox, form] = await settled(page, () =>
    Promise.all([
      menu.boundingBox(),
      row.boundingBox(),
      page.locator('form:visible').boundingBox(),
    ]),
  )
  const endOf = (box: { x: number; width: number } | null | undefined) =>
    (box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)
  expect(rowBox?.height).toBeGreaterThanOrEqual(64)
  expect(rowBox?.x).toBeGreaterThan(endOf(rail))
  expect(form?.x).toBeGreaterThan(endOf(rowBox))
  expect(await violationsOf(page)).toEqual([])

  // What was typed is not lost when another row is pressed.
  await page.getByLabel('City').fill('Typed city')
  const other = page.getByRole('button', { name: 'Edit' }).and(page.locator(':not([aria-current])'))
  await other.last().click()
  await expect(page.getByLabel('City')).not.toHaveValue('Typed city')
  const notSaved = page.getByText(`Not saved: ${venue}, July 4, 2031`)
  await expect(notSaved).toBeVisible()
  // A notice in the other tab does not take its place.
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('Artist').fill('Typed artist')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Not saved: /).and(page.locator(':visible'))).toHaveCount(1)
  await page.getByRole('tab', { name: 'Shows' }).click()
  await expect(notSaved).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Typed city')
  await expect(page.getByLabel('Venue')).toHaveValue(venue)
  await remove()
})

test('a press on a part of a row opens the form at that field, and the list returns to its place', async ({
  page,
  site,
}) => {
  const { venue, remove, published } = await open(page, site, {})
  const row = rowOf(page, venue)
  await row.scrollIntoViewIfNeeded()
  const before = await settled(page, () => row.boundingBox())
  for (const [text, label] of [
    ['London', 'City'],
    [venue, 'Venue'],
  ] as const) {
    // A text that is wrapped has a box for each line.
    const part = await row
      .getByText(text, { exact: true })
      .evaluate((element) => element.getClientRects()[0]?.toJSON() as DOMRect)
    await page.touchscreen.tap(part.x + 5, part.y + 5)
    await expect(page.getByLabel(label)).toBeFocused()
    // On a phone the form takes the place of the list, and says which show it contains.
    await expect(row).toBeHidden()
    await expect(
      page.getByRole('heading', { name: `July 4, 2031 at ${venue}, London` }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update Show' })).toBeInViewport({ ratio: 1 })
    if (label === 'City') {
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await settled(page, () => row.boundingBox())).toEqual(before)
    }
  }
  const asksToLeave = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asksToLeave()).toBe(false)
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  expect(await asksToLeave()).toBe(true)
  // The phone's Back, or here Escape, closes the form; what is typed can be brought back.
  await page.keyboard.press('Escape')
  await expect(page.getByText(`Not saved: ${venue}, July 4, 2031`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue(`${venue}s`)
  // A second Undo would replace what is typed from now on.
  await expect(page.getByText('Not saved:')).toHaveCount(0)
  await expect(page.getByLabel('Status')).toBeFocused()
  await page.getByRole('button', { name: 'Update Show' }).click()
  await expect(page.getByText(`Updated: ${venue}s, July 4, 2031`)).toBeInViewport()
  await expect(row).toBeInViewport()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Updated:')).toHaveCount(0)
  expect(await published()).toBeUndefined()
  // A show that was only looked at is not open at the next visit.
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(row).toBeHidden()
  await page.reload()
  await expect(row).toBeVisible()
  await rowOf(page, venue).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, venue)).toHaveCount(0)
  await remove()
})

test('the form asks about likely mistakes, and they can be saved', async ({ page, site }) => {
  const { venue, fill, remove, published } = await open(page, site, {})
  await fill()
  await expect(page.getByLabel('Date')).toHaveAccessibleDescription(
    `You already play at ${venue}, London, on this day. Is that right?`,
  )
  await page.getByLabel('Date').fill('2020-07-04')
  await expect(page.getByLabel('Date')).toHaveAccessibleDescription(
    'This day has passed. Is it the right year?',
  )
  await page.getByText('More about the show').click()
  await page.getByLabel('Show starts').fill('20:00')
  await page.getByLabel('Doors open').fill('21:00')
  await expect(page.getByLabel('Doors open')).toHaveAccessibleDescription(
    'The doors open after the show starts. Is that right?',
  )
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Show' }).click()
  await expect(page.getByText(`Added: ${venue}, July 4, 2020`)).toBeVisible()
  expect(await published()).toMatchObject({ date: '2020-07-04', doorsAt: '21:00' })
  await remove()
})

test('the notice of a change stays in view when the list has been read again', async ({
  page,
  site,
}) => {
  const { venue, remove } = await open(page, site, {})
  await expect(rowOf(page, venue)).toBeVisible()
  const letThrough = await holdBack(page, '**/api/admin/shows')
  await rowOf(page, venue).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Update Show' }).click()
  const notice = page.getByText(`Updated: ${venue}, July 4, 2031`)
  await expect(notice).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const before = await settled(page, () => page.evaluate(() => scrollY))
  const reading = page.waitForResponse('**/api/admin/shows')
  letThrough()
  await (await reading).finished()
  expect(await settled(page, () => page.evaluate(() => scrollY))).toBe(before)
  await remove()
})

test('the band goes from the page of a show to its record', async ({ page, site }) => {
  const { venue, remove, published } = await open(page, site, {})
  const address = `${site.url}/Shows/${(await published())?.slug}`
  await page.goto(address)
  await page.getByRole('banner').getByRole('link', { name: 'Back office' }).click()
  // The form is shown whichever tab was open.
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue(venue)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Page')
  await expect(page).toHaveURL('/Admin')
  // The page of a past show leads there, too.
  await page.goto(`${site.url}/Shows`)
  await page.getByRole('main').getByRole('link', { name: 'The Brass Lantern' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Edit' })).toBeVisible()
  await remove()
})
