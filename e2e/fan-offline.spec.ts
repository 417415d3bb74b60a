import type { BrowserContext, Page } from '@playwright/test'
import { cachedResponses, expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { publicPages } from '../testing/browser/fixtures'
import { adminPassword, type Site } from '../testing/site-process'
import { band } from '../web/content/band'
import { videos } from '../web/content/video-list'

const weekdayAndTime = /(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day \d\d:\d\d/.source

/** Opens the back office with the service worker installed. */
async function openOffice(page: Page, site: Site) {
  const token = await site.token()
  await firstVisit(page, site.url)
  await page.evaluate((value) => localStorage.setItem('authToken', value), token)
  await page.goto(`${site.url}/Admin`)
  await expect(page.getByRole('heading', { name: 'Admin Page' })).toBeVisible()
}

/** The two ways in which the site can be unreachable. */
const solitudes: [string, (context: BrowserContext, site: Site) => Promise<void>][] = [
  ['without network', (context) => context.setOffline(true)],
  ['while the site is down', (_, site) => site.pause()],
]

for (const [solitude, leave] of solitudes) {
  test(`after one visit to any page, every public page opens ${solitude}`, async ({
    page,
    context,
    ownSite,
  }) => {
    await firstVisit(page, `${ownSite.url}/AboutUs`)
    await leave(context, ownSite)
    for (const { path, heading } of publicPages) {
      await page.goto(ownSite.url + path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByText("You're offline.")).toBeVisible()
    }
    await page.goto(`${ownSite.url}/Shows`)
    await expect(page.getByText('Harbour Stage')).toBeVisible()
    await expect(
      page.getByText(new RegExp(`^You're offline. Shows as of ${weekdayAndTime}.$`)),
    ).toBeVisible()
    await page.goto(`${ownSite.url}/Music`)
    await expect(page.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
    await expect(
      page.getByText(new RegExp(`^You're offline. Tracks as of ${weekdayAndTime}.$`)),
    ).toBeVisible()
  })
}

for (const [solitude, leave] of solitudes)
  test(`the notice leaves by itself when the site is back, with new data: ${solitude}`, async ({
    page,
    context,
    ownSite,
  }) => {
    await firstVisit(page, `${ownSite.url}/Shows`)
    await leave(context, ownSite)
    await page.reload()
    await expect(page.getByText("You're offline. Shows as of")).toBeVisible()
    if (solitude === 'without network') await context.setOffline(false)
    else await ownSite.resume()
    await expect(page.getByText("You're offline.")).toHaveCount(0, { timeout: 15_000 })
    await expect(page.getByText('Harbour Stage')).toBeVisible()
  })

test('losing the network in the middle of a visit is told, and its end too', async ({
  page,
  context,
  site,
}) => {
  await firstVisit(page, `${site.url}/`)
  await context.setOffline(true)
  await expect(page.getByText("You're offline. Shows as of")).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
  await expect(page.getByText("You're offline. Tracks as of")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("You're offline.")).toHaveCount(0)
})

test('a site that does not answer within three seconds is not waited for', async ({
  page,
  ownSite,
}) => {
  await firstVisit(page, `${ownSite.url}/Shows`)
  ownSite.process().kill('SIGSTOP')
  try {
    await page.goto(`${ownSite.url}/Shows`, { waitUntil: 'commit' })
    await expect(page.getByText('Harbour Stage')).toBeVisible()
    await expect(page.getByText("You're offline. Shows as of")).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
  } finally {
    ownSite.process().kill('SIGCONT')
  }
  await expect(page.getByText("You're offline.")).toHaveCount(0, { timeout: 15_000 })
})

test('videos say that they are not here', async ({ page, context, site }) => {
  await firstVisit(page, `${site.url}/Videos`)
  await context.setOffline(true)
  await page.getByRole('button', { name: `Play ${videos[0].title}` }).click()
  await expect(page.getByText('Videos are not saved on this phone.')).toBeVisible()
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1, name: band.tagline })).toBeVisible()
  await expect(page.getByRole('button', { name: /the video$/ })).toHaveCount(0)
})

test('an address that leads nowhere says so without network too', async ({
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
})

test('the back office is not kept: without network there is a page that says so', async ({
  page,
  context,
  ownSite,
}) => {
  await openOffice(page, ownSite)
  await context.setOffline(true)
  for (const path of ['/Admin', '/admin', '/login', '/Login']) {
    await page.goto(ownSite.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal back here.')
    await expect(page.getByRole('main')).not.toContainText('Harbour Stage')
  }
  await page.goto(`${ownSite.url}/Shows`)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal back here.')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
})

test('the back office does not open on what the phone keeps, by going back either', async ({
  page,
  ownSite,
}) => {
  await openOffice(page, ownSite)
  await page.getByRole('banner').getByRole('link', { name: 'About Us', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
  await ownSite.pause()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal back here.')
  await ownSite.resume()
  await expect(page.getByRole('heading', { name: 'Admin Page' })).toBeVisible({ timeout: 15_000 })
})

test('a café’s log-in page is kept neither as a page nor as a list', async ({
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

test('without anything kept, waiting has an end', async ({ page, gate, gatedSite: _ }) => {
  // The timeout under test is about 20 seconds.
  test.setTimeout(60_000)
  await firstVisit(page, `${gate.url}/BookUs`)
  await page.evaluate(() => caches.delete('lists'))
  gate.onResponse(() => undefined)
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByText('Loading…')).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal back here.', {
    timeout: 22_000,
  })
  await expect(page.getByText(/ as of /)).toHaveCount(0)
})

test('a browser that stores nothing shows the site all the same', async ({ page, ownSite }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Not here.', 'SecurityError')
      },
    })
  })
  await page.goto(`${ownSite.url}/BookUs`)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByText('Harbour Stage')).toBeVisible()
})

test('a script of what comes after the page may fail without the page', async ({
  page,
  context,
  site,
}) => {
  await context.route('**/assets/Prompts-*.js', (route) => route.abort())
  await page.goto(`${site.url}/Shows`)
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Harbour Stage')).toBeVisible()
})

test('parts of the API, feeds and files never get a page in their stead', async ({
  page,
  context,
  site,
}) => {
  await firstVisit(page, site.url)
  const [{ mp3FilePath }] = (await (await page.request.get(`${site.url}/api/music`)).json()).music
  const missing = await page.request.get(`${site.url}/assets/main-none.js`)
  expect(missing.status()).toBe(404)
  expect(missing.headers()['content-type']).not.toContain('html')
  await context.setOffline(true)
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
    const tab = await context.newPage()
    await expect(tab.goto(site.url + path), path).rejects.toThrow(/net::ERR/)
    await tab.close()
  }
})

test('what was never kept says so, and comes by itself', async ({ page, context, site }) => {
  await firstVisit(page, `${site.url}/BookUs`)
  await page.evaluate(() => caches.delete('lists'))
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal back here.')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'To the first page' }),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
})

test('the first visit itself is kept, without a reload', async ({ page, site }) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await firstVisit(page, `${site.url}/Music`)
  expect(loads).toBe(1)
  const kept = (await cachedResponses(page)).map(({ url }) => url.replace(site.url, ''))
  for (const path of ['/Music', '/api/shows', '/api/music']) expect(kept).toContain(path)
})

test('a page that was kept before a change does not bring the old state back', async ({
  page,
  context,
  ownSite,
}) => {
  await firstVisit(page, ownSite.url)
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  const headers = { authorization: `Bearer ${await ownSite.token()}` }
  const { shows } = await (await page.request.get(`${ownSite.url}/api/shows`)).json()
  const harbour = shows.find((show: { venue: string }) => show.venue === 'Harbour Stage')
  const moved = { ...harbour, venue: 'The Other Stage' }
  const answer = await page.request.put(`${ownSite.url}/api/shows/${harbour._id}`, {
    headers,
    data: moved,
  })
  expect(answer.status()).toBe(200)
  await page.goto(`${ownSite.url}/Shows`)
  await expect
    .poll(
      async () => (await cachedResponses(page)).find(({ url }) => url.endsWith('/api/shows'))?.text,
    )
    .toContain('The Other Stage')
  await context.setOffline(true)
  await page.goto(ownSite.url)
  await expect(page.getByText('The Other Stage')).toBeVisible()
})

test('a visitor without a token who opens the back office gets the service worker as well', async ({
  page,
  site,
}) => {
  await firstVisit(page, `${site.url}/Admin`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
})

test('nothing private is in any cache after the band has worked and left', async ({
  page,
  ownSite,
}) => {
  const secretEnquiry = `secret-${crypto.randomUUID()}@example.org`
  await page.request.post(`${ownSite.url}/bookus`, {
    data: { name: 'Pat', email: secretEnquiry, message: 'Between us' },
  })
  await firstVisit(page, `${ownSite.url}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
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
    /^\/(|AboutUs|Shows|Videos|Music|BookUs|shell\.html|icon\.svg|icon-192\.png|manifest\.webmanifest|api\/shows|api\/music|assets\/(?!Admin|Login)[\w.-]+\.(js|css|woff2|avif))$/
  expect(paths.filter((path) => !allowed.test(path))).toEqual([])
  for (const { url, text } of kept) {
    expect(text.includes(token), url).toBe(false)
    expect(text.includes(secretEnquiry), url).toBe(false)
  }
})
