import type { Page } from '@playwright/test'
import {
  cachedResponses,
  expect,
  firstVisit,
  test,
  untilControlled,
} from '../testing/browser/fan-fixtures'
import { fillLogin, publicPages } from '../testing/browser/fixtures'
import type { Site } from '../testing/site-process'
import { site as band } from '../web/content/site'

const weekdayAndTime = /(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day \d\d:\d\d/.source

/** Opens the back office with the service worker installed. */
async function openAdmin(page: Page, url: string, site: Site) {
  const token = await site.newToken()
  await firstVisit(page, url)
  await page.evaluate((value) => localStorage.setItem('authToken', value), token)
  await page.goto(`${url}/Admin`)
  await expect(page.getByRole('heading', { name: 'Admin Page' })).toBeVisible()
}

/** Pages with a list, and what they show of it. */
const lists: Record<string, readonly [text: string, list: string]> = {
  '/Music': ['House of the Rising Sun', 'Tracks'],
  '/Shows': ['Harbour Stage', 'Shows'],
}

test('after one visit to any page, every public page opens without network and while the site is down', async ({
  page,
  context,
  gate,
  gatedSite: _,
}) => {
  await firstVisit(page, `${gate.url}/AboutUs`)
  for (const [cutOff, reconnect] of [
    [() => context.setOffline(true), () => context.setOffline(false)],
    [gate.goDown, gate.goUp],
  ] as const) {
    await cutOff()
    for (const { path, heading } of publicPages) {
      await page.goto(gate.url + path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByText("You're offline.")).toBeVisible()
      const [text, list] = lists[path] ?? []
      if (!text) continue
      await expect(page.getByText(text).first()).toBeVisible()
      await expect(
        page.getByText(new RegExp(`^You're offline. ${list} as of ${weekdayAndTime}.$`)),
      ).toBeVisible()
    }
    // It may be newer than the saved list.
    await page.goto(`${gate.url}/Shows/2031-07-04-new-hall`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal back here.')
    await page.goto(`${gate.url}/Shows`)
    // The strip disappears when the site is back.
    await reconnect()
    await expect(page.getByText("You're offline.")).toHaveCount(0)
    await expect(page.getByText('Harbour Stage')).toBeVisible()
  }
})

test('the worker saves several files at once, and requests none that the page has loaded', async ({
  page,
  gate,
  gatedSite: _,
}) => {
  const [byPage, byWorker] = [new Set<string>(), new Set<string>()]
  let releaseFirst: (() => void) | undefined
  gate.onResponse(({ incoming: { url = '', headers }, pass }) => {
    if (!url.startsWith('/assets/')) return pass()
    const isForWorker = headers['sec-fetch-dest'] === 'empty'
    const requested = isForWorker ? byWorker : byPage
    requested.add(url)
    if (!isForWorker || releaseFirst) return pass()
    releaseFirst = pass
  })
  await page.goto(gate.url)
  await expect.poll(() => byWorker.size).toBeGreaterThan(20)
  releaseFirst?.()
  await untilControlled(page)
  expect(byPage.size).toBeGreaterThan(5)
  expect([...byWorker].filter((url) => byPage.has(url))).toEqual([])
})

test('a site that does not answer within three seconds is not waited for', async ({
  page,
  gate,
  gatedSite: _,
}) => {
  await firstVisit(page, `${gate.url}/Shows`)
  const held: (() => void)[] = []
  gate.onResponse(({ pass }) => held.push(pass))
  try {
    await page.goto(`${gate.url}/Shows`, { waitUntil: 'commit' })
    await expect(page.getByText('Harbour Stage')).toBeVisible()
    await expect(page.getByText("You're offline. Shows as of")).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
  } finally {
    gate.open()
    for (const pass of held) pass()
  }
  await expect(page.getByText("You're offline.")).toHaveCount(0)
})

test('a video that plays goes on, and others say that they are not here', async ({
  page,
  context,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await firstVisit(page, `${site.url}/Videos`)
  const [, second, third] = band.videos
  await page.getByRole('button', { name: third.title, exact: true }).click()
  const video = page.getByLabel(third.title)
  const isPlaying = () => video.evaluate((node: HTMLVideoElement) => node.currentTime > 0)
  await expect.poll(isPlaying).toBe(true)
  await context.setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  await expect(video).toBeVisible()
  await page.getByRole('button', { name: second.title, exact: true }).click()
  await expect(page.getByText('Videos are not saved on this device.')).toBeVisible()
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1, name: band.tagline })).toBeVisible()
  await expect(page.getByRole('button', { name: /the video$/ })).toHaveCount(0)
})

test('an unknown address shows the not-found page without network, and stays while it gets the band’s words', async ({
  page,
  context,
  site,
}) => {
  await firstVisit(page, site.url)
  await context.setOffline(true)
  await page.goto(`${site.url}/nowhere/at/all`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That string has snapped.')
  await page.getByRole('main').getByRole('link', { name: 'See the shows' }).click()
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await page.evaluate(() => caches.delete('lists'))
  await page.goto(`${site.url}/nowhere/at/all`)
  await expect(page).toHaveTitle('Not found')
  const header = await page.getByRole('banner').elementHandle()
  await context.setOffline(false)
  await expect(page).toHaveTitle('Not found · The Forks')
  expect(await header?.evaluate((element) => element.isConnected)).toBe(true)
})

test('a captive portal’s page is saved neither as a page nor as a list', async ({
  page,
  gate,
  gatedSite: _,
  context,
}) => {
  await firstVisit(page, `${gate.url}/Shows`)
  gate.respondLikeCaptivePortal()
  await page.goto(`${gate.url}/Shows`)
  await expect(page.getByRole('heading')).toHaveText('Welcome to the café')
  await context.setOffline(true)
  await page.goto(`${gate.url}/Shows`)
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
  await expect(page.getByText("You're offline. Tracks as of")).toBeVisible()
})

test('without a saved list, the rest of the page is shown while the list loads', async ({
  page,
  gate,
  gatedSite: _,
}) => {
  await page.clock.install()
  await firstVisit(page, `${gate.url}/BookUs`)
  await page.evaluate(() => caches.delete('lists'))
  const held: (() => void)[] = []
  gate.onResponse(({ pass }) => held.push(pass))
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByText('Loading…')).toBeAttached()
  await page.clock.runFor(5_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
  await expect(page.getByText('Still waiting for the shows ...')).toBeVisible()
  await expect(page.getByText(/ as of /)).toHaveCount(0)
  for (const pass of held) pass()
  await expect(page.getByText('Harbour Stage')).toBeVisible()
})

test('the first visit itself is saved, without a reload; the worker never responds to API, feed or file requests with a page', async ({
  page,
  context,
  site,
}) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await firstVisit(page, `${site.url}/Music`)
  expect(loads).toBe(1)
  const kept = (await cachedResponses(page)).map(({ url }) => url.replace(site.url, ''))
  for (const path of ['/Music', '/api/shows', '/api/music']) expect(kept).toContain(path)

  const [{ mp3FilePath }] = (await (await page.request.get(`${site.url}/api/music`)).json()).music
  const missing = await page.request.get(`${site.url}/assets/main-none.js`)
  expect(missing.status()).toBe(404)
  expect(missing.headers()['content-type']).not.toContain('html')
  await context.setOffline(true)
  const tab = await context.newPage()
  for (const path of [
    '/api/health',
    '/shows.ics',
    '/sitemap.xml',
    '/assets/none.js',
    mp3FilePath,
  ]) {
    const answered = (address: string) =>
      fetch(address).then(
        () => true,
        () => false,
      )
    expect(await page.evaluate(answered, path), path).toBe(false)
    await expect(tab.goto(site.url + path), path).rejects.toThrow(/net::ERR/)
  }
})

test('a list that was never saved has a message, and is shown after reconnecting', async ({
  page,
  context,
  site,
}) => {
  await firstVisit(page, `${site.url}/BookUs`)
  await page.evaluate(() => caches.delete('lists'))
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
  await expect(page.getByText('The shows could not be loaded.')).toBeVisible()
  await expect(page.getByText("You're offline.")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await expect(page.getByText('The shows could not be loaded.')).toHaveCount(0)
})

test.describe('while a list fails', () => {
  test.use({
    expectedConsole:
      /Loading (the tracks failed|failed, so)|status of 500|net::ERR_|NetworkError|OutOfReach/,
  })

  test('the back office does not read the list from the worker’s cache; the worker saves neither the back office nor the login page', async ({
    page,
    context,
    gate,
    gatedSite,
  }) => {
    await openAdmin(page, gate.url, gatedSite)
    // Replaces the saved list by an older one.
    await page.evaluate(async () => {
      const cache = await caches.open('lists')
      const [request] = (await cache.keys()).filter(({ url }) => url.endsWith('/api/music'))
      if (!request) throw new Error('The list is not saved.')
      await cache.put(
        request,
        Response.json({ music: [] }, { headers: { 'x-kept-at': new Date().toISOString() } }),
      )
    })
    gate.onResponse(({ incoming, response, pass }) => {
      if (incoming.url === '/api/admin/music') response.writeHead(500).end()
      else pass()
    })
    await page.reload()
    await page.getByRole('tab', { name: 'Music' }).click()
    // Responses that the back office saved may be used.
    await expect(
      page.getByRole('listitem').filter({ hasText: /House of the Rising Sun/ }),
    ).toBeVisible()
    await expect(page.getByText(/^The site did not respond\. This page shows/)).toBeVisible()

    gate.open()
    await context.setOffline(true)
    const heading = page.getByRole('heading', { level: 1 })
    for (const path of ['/login', '/Login']) {
      await page.goto(gate.url + path)
      await expect(heading).toHaveText('No signal back here.')
    }
    await page.goto(`${gate.url}/Shows`)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
    await expect(heading).toHaveText('No signal back here.')
    await expect(heading).toBeFocused()
    for (const path of ['/Admin', '/admin']) {
      await page.goto(gate.url + path)
      await expect(heading).toHaveText('No signal back here.')
      await expect(page.getByRole('main')).not.toContainText('Harbour Stage')
    }
    await context.setOffline(false)
    await expect(heading).toHaveText('Welcome back!')
  })
})

test('nothing private is in any cache after the band has worked and left', async ({
  page,
  ownSite,
}) => {
  const secretEnquiry = `secret-${crypto.randomUUID()}@example.org`
  await page.request.post(`${ownSite.url}/bookus`, {
    data: { name: 'Pat', email: secretEnquiry, message: 'Between us' },
  })
  // A visitor without a token who opens the back office gets the service worker as well.
  await firstVisit(page, `${ownSite.url}/Admin`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await fillLogin(page)
  await expect(page.getByRole('heading', { name: 'Admin Page' })).toBeVisible()
  const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? ''
  await page.getByLabel('Date').fill('2031-07-04')
  await page.getByLabel('Venue').fill('Kept hall')
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Add Show' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kept hall' })).toBeVisible()
  await page.evaluate(async (value) => {
    const headers = { authorization: `Bearer ${value}` }
    for (const path of [
      '/api/enquiries',
      '/api/admin/verify-token',
      '/api/shows?of=mine',
      '/api/openapi.json',
    ])
      await fetch(path, { headers })
  }, token)
  await page.reload()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')

  const kept = await cachedResponses(page)
  const paths = kept.map(({ url }) =>
    url.replace(ownSite.url, '').replace(/\?__WB_REVISION__=\w+$/, ''),
  )
  const allowed =
    /^\/(|AboutUs|Shows|Videos|Music|BookUs|Songs|Press|shell\.html|shows\.ics|api\/(shows|music|songs|site)|demo\/[\w-]+\.jpg|assets\/[\w.-]+\.(js|css|woff2|svg|png))$/
  expect(paths.filter((path) => !allowed.test(path))).toEqual([])
  for (const { url, text } of kept) {
    expect(text.includes(token), url).toBe(false)
    expect(text.includes(secretEnquiry), url).toBe(false)
  }
})
