import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cachedResponses, expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import type { Gate } from '../testing/browser/gate'
import { addTrack } from '../testing/records'
import { asAdmin, trackForm } from '../testing/requests'
import type { Site } from '../testing/site-process'

type Decision = Parameters<Gate['onResponse']>[0]

const scarborough = 'Scarborough Fair in E minor'
const song = readFileSync(join(import.meta.dirname, '../api/demo/tracks/scarborough-fair.mp3'))

/** Bytes of the ID3 tag at the start of the demo file. */
const ownTagSize = 10 + (song[9] ?? 0)

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const keep = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: 'Keep offline' })
/** The one audio element that plays. */
const playerOf = (page: Page) => page.locator('audio:not([controls])')

async function keepAndWait(page: Page, name: string) {
  await keep(page, name).click()
  await expect(card(page, name)).toContainText('Kept offline')
}

/** The demo track in a given size, by padding its tag (ID3v2.3). */
function padded(megabytes: number) {
  const tagSize = megabytes * 1_000_000 - song.length
  const size = [21, 14, 7, 0].map((shift) => (tagSize >> shift) & 0x7f)
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...size])
  return Buffer.concat([head, Buffer.alloc(tagSize), song.subarray(ownTagSize)])
}

/** Adds a track of a given size. */
const addPadded = (site: Site, name: string, megabytes = 1) =>
  addTrack(site, name, padded(megabytes))

const keptPaths = async (page: Page) =>
  (await cachedResponses(page))
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => path.startsWith('/audio/'))

/** Plays the end of a track. */
async function playToTheEnd(page: Page, name: string) {
  await card(page, name)
    .getByRole('button', { name: `Play ${name}` })
    .click()
  await expect(playerOf(page)).toHaveJSProperty('paused', false)
  await expect
    .poll(() => playerOf(page).evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(1)
  await playerOf(page).evaluate((audio: HTMLAudioElement) => {
    const ended = new Promise((resolve) => audio.addEventListener('ended', resolve))
    audio.currentTime = audio.duration - 0.3
    // The player goes on with the next track.
    return ended.then(() => audio.pause())
  })
}

test('a track that is kept plays and seeks without network; the others say that they are not here', async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => {
    const { storage } = navigator
    storage.persist = async () => {
      sessionStorage.setItem('asked', `${sessionStorage.getItem('asked') ?? ''}x`)
      return true
    }
  })
  await firstVisit(page, `${site.url}/Music`)
  await keepAndWait(page, scarborough)
  await expect(page.getByText('1 of 4 on this device, 871 kB.')).toBeVisible()
  // The controls are beside the length.
  const savedCard = card(page, scarborough)
  const removeButton = await savedCard.getByRole('button', { name: 'Remove' }).boundingBox()
  const length = await savedCard.getByText('1:02').boundingBox()
  expect(removeButton?.y).toBeLessThan((length?.y ?? 0) + (length?.height ?? 0))
  expect(length?.y).toBeLessThan((removeButton?.y ?? 0) + (removeButton?.height ?? 0))
  await expect(page.getByText(/^This browser allows \d/)).toBeVisible()
  await keepAndWait(page, 'Greensleeves, electric')
  await card(page, 'Greensleeves, electric').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^1 of 4 on this device/)).toBeVisible()
  // Persistent storage is requested once, when the first track is saved.
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('x')
  await context.setOffline(true)
  await page.reload()
  await expect(card(page, 'House of the Rising Sun')).toContainText('Not saved on this device')
  await expect(page.getByText('Keeping more needs signal.')).toBeVisible()
  await expect(
    card(page, 'House of the Rising Sun').getByRole('button', { name: /Play/ }),
  ).toHaveCount(0)
  await card(page, scarborough)
    .getByRole('button', { name: `Play ${scarborough}` })
    .click()
  await expect(page.getByRole('button', { name: 'Next track' })).toBeDisabled()
  const audio = playerOf(page)
  await expect
    .poll(() => audio.evaluate((node: HTMLAudioElement) => node.currentTime))
    .toBeGreaterThan(0)
  await audio.evaluate((node: HTMLAudioElement) => {
    node.currentTime = 30
  })
  await expect
    .poll(() => audio.evaluate((node: HTMLAudioElement) => node.currentTime))
    .toBeGreaterThan(30)
  // Also in the open player, a press on a track that is not saved does not stop the current one.
  await page.getByRole('button', { name: /open the player/ }).click()
  const other = page.getByRole('dialog').getByRole('button', { name: /House of the Rising Sun/ })
  await expect(other).toContainText('Not saved on this device')
  await other.click({ force: true })
  expect(await audio.evaluate((node: HTMLAudioElement) => node.paused)).toBe(false)
  await expect(page.getByRole('dialog').getByText('can’t be played')).toHaveCount(0)
})

test('one track is kept as the whole file, then all are, and what is in no list leaves', async ({
  page,
  context,
  site,
}) => {
  const ranges: (string | undefined)[] = []
  context.on('request', (request) => {
    if (request.url().includes('/audio/')) ranges.push(request.headers()['range'])
  })
  await firstVisit(page, `${site.url}/Music`)
  await keepAndWait(page, scarborough)
  expect(new Set(ranges)).toEqual(new Set([undefined]))
  const length = await page.evaluate(async () => {
    const cache = await caches.open('kept-tracks')
    const [request] = await cache.keys()
    return request && (await (await cache.match(request))?.blob())?.size
  })
  expect(length).toBe(song.length)
  // Simulates a download that ended just after its track was deleted: the list is the same.
  await page.evaluate(async () => {
    const cache = await caches.open('played-tracks')
    await cache.put('/audio/000000000000000000000000/gone.mp3', new Response('x'))
  })
  await page.reload()
  await expect
    .poll(() => keptPaths(page))
    .toEqual([expect.stringContaining('scarborough-fair.mp3')])

  await page.getByRole('button', { name: /^Keep all offline · \d/ }).click()
  await expect(page.getByText(/^4 of 4 on this device/).last()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '4 of 4 on this device' })).toBeAttached()
  expect((await keptPaths(page)).length).toBe(4)
  await card(page, scarborough).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^3 of 4 on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Keep tracks on this device')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await keptPaths(page)).toEqual([])
})

test.describe('a download that does not finish', () => {
  test.use({ expectedConsole: /Keeping a track failed|net::ERR_|NetworkError/ })

  test('because of the fan, the network or a full disk saves nothing, and can be started again; a failure shows its reason', async ({
    page,
    context,
    gate,
    gatedSite,
  }) => {
    // The browser's HTTP cache keeps the loaded bytes of a track, so each case has a track of its own.
    const [ofFan, ofNetwork, ofDisk] = [
      'Song of the fan',
      'Song of the network',
      'Song of the disk',
    ]
    for (const name of [ofFan, ofNetwork, ofDisk]) await addPadded(gatedSite, name, 2)
    await firstVisit(page, `${gate.url}/Music`)
    const alert = (name: string) => card(page, name).getByRole('alert')
    gate.onResponse(holdInTheMiddle)
    await keep(page, ofFan).click()
    await expect(card(page, ofFan)).toContainText('50 % of 2.0 MB')
    // For a moment the button ignores clicks, so that a double tap on 'Keep offline' doesn't cancel.
    await expect(async () => {
      await card(page, ofFan).getByRole('button', { name: 'Cancel' }).click({ timeout: 500 })
      await expect(keep(page, ofFan)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(alert(ofFan)).toHaveCount(0)
    await expect.poll(() => keptPaths(page)).toEqual([])
    gate.open()
    await keepAndWait(page, ofFan)
    const kept = await keptPaths(page)
    expect(kept).toHaveLength(1)

    for (const end of [
      // It breaks off, or comes too short.
      (response: ServerResponse) => response.destroy(),
      (response: ServerResponse) => response.end(),
    ]) {
      const held = new Promise<ServerResponse>((resolve) =>
        gate.onResponse((exchange) => {
          holdInTheMiddle(exchange)
          if (isAudio(exchange.incoming)) resolve(exchange.response)
        }),
      )
      await keep(page, ofNetwork).click()
      await expect(card(page, ofNetwork)).toContainText('50 % of 2.0 MB')
      await expect(alert(ofNetwork)).toHaveCount(0)
      end(await held)
      await expect(alert(ofNetwork)).toHaveText(
        'The track could not be fetched whole. Nothing was saved. Please try again.',
      )
      await expect.poll(() => keptPaths(page)).toEqual(kept)
    }

    gate.open()
    const devtools = await context.newCDPSession(page)
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    await devtools.send('Storage.overrideQuotaForOrigin', {
      origin: gate.url,
      quotaSize: usage + 100_000,
    })
    await keep(page, ofDisk).click()
    await expect(alert(ofDisk)).toHaveText(
      /^There is not enough room on this device: [\d.]+ MB are needed\. Nothing was saved\.$/,
    )
    await expect.poll(() => keptPaths(page)).toEqual(kept)
  })
})

test('a track that was played to its end is kept too, and can be kept for good', async ({
  page,
  context,
  site,
}) => {
  await firstVisit(page, `${site.url}/Music`)
  await playToTheEnd(page, scarborough)
  await expect(card(page, scarborough)).toContainText('Kept for now')
  await context.setOffline(true)
  // Pressed while the page loads, before it has read which tracks are saved.
  await page.reload({ waitUntil: 'commit' })
  await card(page, scarborough)
    .getByRole('button', { name: `Play ${scarborough}` })
    .press('Enter')
  await expect(playerOf(page)).toHaveJSProperty('paused', false)
  await context.setOffline(false)
  await keepAndWait(page, scarborough)
  await expect.poll(async () => (await keptPaths(page)).length).toBe(1)
})

test('auto-saved tracks stay within 60 MB, and saved tracks do not count', async ({
  page,
  ownSite,
}) => {
  const names = ['First', 'Second', 'Third', 'On purpose']
  await Promise.all(names.map((name) => addPadded(ownSite, name, 25)))
  await firstVisit(page, `${ownSite.url}/Music`)
  await keepAndWait(page, 'On purpose')
  for (const name of ['First', 'Second']) {
    await playToTheEnd(page, name)
    await expect(card(page, name)).toContainText('Kept for now')
  }
  // The first track is played again, so that the second is the least recently played.
  await playToTheEnd(page, 'First')
  await playToTheEnd(page, 'Third')
  await expect(card(page, 'Third')).toContainText('Kept for now')
  await expect(card(page, 'First')).toContainText('Kept for now')
  await expect(card(page, 'Second')).not.toContainText('Kept for now')
  await expect(card(page, 'On purpose')).toContainText('Kept offline')
})

test('a replaced or deleted track leaves the phone with the next list', async ({
  page,
  ownSite,
}) => {
  const replaced = await addPadded(ownSite, 'To be replaced')
  const deleted = await addPadded(ownSite, 'To be deleted')
  await firstVisit(page, `${ownSite.url}/Music`)
  for (const name of ['To be replaced', 'To be deleted', scarborough]) await keepAndWait(page, name)
  const headers = asAdmin(await ownSite.token())
  const fields = { name: 'To be replaced', artist: 'x', location: 'x' }
  const put = { method: 'PUT', headers, body: trackForm(fields, song, 'another.mp3') }
  expect((await fetch(`${ownSite.url}/api/music/${replaced._id}`, put)).status).toBe(200)
  await fetch(`${ownSite.url}/api/music/${deleted._id}`, { method: 'DELETE', headers })
  await page.reload()
  await expect(page.getByText(/^1 of 5 on this device/)).toBeVisible()
  await expect
    .poll(() => keptPaths(page))
    .toEqual([expect.stringContaining('scarborough-fair.mp3')])
})

const isAudio = ({ url = '' }: IncomingMessage) => url.startsWith('/audio/')

/** Forwards the first half of a track without Content-Length, and then nothing more. */
function holdInTheMiddle({ incoming, upstream, response, pass }: Parameters<Decision>[0]) {
  if (!isAudio(incoming)) return pass()
  const { 'content-length': length, ...headers } = upstream.headers
  response.writeHead(200, headers)
  let left = Number(length) / 2
  upstream.on('data', (piece: Buffer) => {
    if (left > 0) response.write(piece.subarray(0, left))
    left -= piece.length
  })
}
