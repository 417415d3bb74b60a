import type { Locator, Page, Route } from '@playwright/test'
import { failure, stored, submit, success } from '../testing/browser/booking'
import { expect, holdBack, resize, settled, test, untilHydrated } from '../testing/browser/fixtures'
import { isWider } from '../testing/browser/layout'
import { site as band } from '../web/content/site'

test('the links lead from page to page, and the heading gets the focus', async ({ page }) => {
  await page.goto('/')
  for (const { name, path, heading } of [
    { name: 'Shows', path: '/Shows', heading: 'Come see Us!' },
    { name: 'Music', path: '/Music', heading: 'Give us a listen!' },
    { name: 'About Us', path: '/AboutUs', heading: 'About Us' },
    { name: 'Videos', path: '/Videos', heading: 'Videos' },
    { name: 'Book Us', path: '/BookUs', heading: 'Want to book us?' },
    { name: 'Home', path: '/', heading: band.tagline },
  ]) {
    const link = page.getByRole('banner').getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
})

test('the list of shows: a link to skip to it, its layout on phones, desktops and paper, and the calendar', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/shows')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const ticket = page.getByRole('listitem').filter({ hasText: 'Harbour Stage' })
  // A bare ticket is about 88 pixels high, with the day at its left.
  const box = await settled(page, () => ticket.boundingBox())
  expect(box?.height).toBeGreaterThan(80)
  expect(box?.height).toBeLessThan(100)
  const stub = await ticket.locator('[aria-hidden="true"]').first().boundingBox()
  const venue = await ticket.getByText('Harbour Stage').boundingBox()
  expect((stub?.x ?? 0) + (stub?.width ?? 0)).toBeLessThanOrEqual(venue?.x ?? 0)
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('the show is not there')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const middles = async () => ({
    date: await middleOf(ticket.getByRole('time')),
    venue: await middleOf(ticket.getByText('Harbour Stage')),
    city: await middleOf(ticket.getByText('Port Stanley')),
  })
  const phone = await middles()
  expect(phone.date.y).toBeLessThan(phone.venue.y)
  expect(phone.venue.y).toBeLessThan(phone.city.y)

  const feed = `${site.url}/shows.ics`
  const subscription = feed.replace('http', 'webcal')
  const subscribe = page.getByRole('region', { name: 'Never miss a show' })
  await expect(subscribe.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    subscription,
  )
  const google = await subscribe.getByRole('link', { name: 'Google' }).getAttribute('href')
  expect(new URL(google ?? '').searchParams.get('cid')).toBe(subscription)
  await subscribe.getByRole('button', { name: 'Copy address' }).click()
  await expect(subscribe.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(feed)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Add to your calendar: .*, Harbour Stage$/ }).click()
  const stream = await (await download).createReadStream()
  let calendar = ''
  for await (const bytes of stream) calendar += bytes
  expect(calendar.match(/SUMMARY:.*Harbour Stage/g)).toHaveLength(1)

  await resize(page, { width: 1280, height: 800 })
  const desktop = await settled(page, middles)
  expect(desktop.date.x).toBeLessThan(desktop.venue.x)
  expect(desktop.venue.x).toBeLessThan(desktop.city.x)
  expect(Math.abs(desktop.date.y - desktop.city.y)).toBeLessThan(4)
  await expect(ticket.getByRole('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)

  // Paper has no controls.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Book Us' })).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('the home page plays its promo video, silently and round and round', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const video = page.getByLabel(band.promo.description)
  await expect(video).toHaveJSProperty('muted', true)
  await expect(video).toHaveJSProperty('loop', true)
  await expect(video).toHaveJSProperty('autoplay', true)
  await expect(video).toContainText('Your browser does not support the video tag.')
  await expect
    .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime))
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause the video' }).click()
  await expect(video).toHaveJSProperty('paused', true)
  await page.getByRole('button', { name: 'Play the video' }).click()
  await expect(video).toHaveJSProperty('paused', false)
  await expect(page.getByRole('img', { name: band.cover.alt })).toBeVisible()
  for (const paragraph of band.welcome) await expect(page.getByText(paragraph)).toBeVisible()

  // It rests while it is out of sight.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(video).toHaveJSProperty('paused', true)
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await video.scrollIntoViewIfNeeded()
  await expect(video).toHaveJSProperty('paused', false)
})

const sparing: Record<string, (page: Page) => Promise<unknown>> = {
  motion: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  data: async (page) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
  },
}

for (const [what, spare] of Object.entries(sparing))
  test(`with reduced ${what} the promo video is requested only when it is played`, async ({
    page,
  }) => {
    await spare(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/')
    const video = page.getByLabel(band.promo.description)
    await expect(page.getByRole('button', { name: 'Play the video' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => /\.(mp4|webm)$/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Play the video' }).click()
    await expect(video).toHaveJSProperty('paused', false)
  })

test('three members have a photo and a text, and the page leads to the music', async ({ page }) => {
  await page.goto('/aboutus')
  for (const member of band.members) {
    await expect(page.getByRole('heading', { name: member.name ?? member.role })).toBeVisible()
    await expect(page.getByText(member.role, { exact: true })).toBeVisible()
    const photo = page.getByRole('img', { name: member.photo.alt ?? '' })
    await photo.scrollIntoViewIfNeeded()
    await expect
      .poll(() => photo.evaluate((node: HTMLImageElement) => node.naturalWidth))
      .toBeGreaterThan(0)
    for (const paragraph of member.biography) await expect(page.getByText(paragraph)).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Hear us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
})

test('the television fits the window; choosing a video brings it to the main player, starts it, says so, and stops the track', async ({
  page,
}) => {
  const [first, second, third] = band.videos
  await page.goto('/Music')
  await page.getByRole('button', { name: 'Play House of the Rising Sun' }).click()
  const bar = page.getByRole('region', { name: 'Player' })
  const play = bar.getByRole('button', { name: 'Play', exact: true })
  const pause = bar.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Videos' }).click()
  await expect(page.getByRole('button', { name: `Play ${first.title}` })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  // The four thumbnails are two by two.
  const channels = page.getByRole('main').getByRole('listitem')
  for (const width of [360, 960, 1100, 1280, 1440, 1600]) {
    await resize(page, { width, height: 900 })
    const places = await channels.evaluateAll((elements) =>
      elements.map((element) => {
        const { left, top } = element.getBoundingClientRect()
        return { left: Math.round(left), top: Math.round(top) }
      }),
    )
    const count = (side: 'left' | 'top') => new Set(places.map((place) => place[side])).size
    expect([width, places.length, count('left'), count('top')]).toEqual([width, 4, 2, 2])
    expect([width, await isWider(page)]).toEqual([width, false])
    if (width !== 1440) continue
    // On a desktop they are beside the television, which fits the window.
    const last = await settled(page, () => channels.last().boundingBox())
    const start = await page.getByRole('button', { name: `Play ${first.title}` }).boundingBox()
    expect(last?.x).toBeGreaterThan((start?.x ?? 0) + (start?.width ?? 0))
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(900)
    const caption = await page.getByText(first.about).boundingBox()
    expect((caption?.y ?? 0) + (caption?.height ?? 0)).toBeLessThanOrEqual(900)
  }
  await resize(page, { width: 360, height: 740 })

  await page.getByRole('button', { name: third.title, exact: true }).click()
  const video = page.getByLabel(third.title)
  await expect(video).toBeFocused()
  await expect(video).toBeInViewport()
  await expect(page.getByText(`Now playing: ${third.title}`)).toBeAttached()
  await expect(video).toContainText('Your browser does not support the video tag.')
  await expect
    .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime))
    .toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: third.title, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // A video and a track do not sound at the same time.
  await expect(play).toBeVisible()
  await play.click()
  await expect(pause).toBeVisible()
  await expect(video).toHaveJSProperty('paused', true)
  // Every choice counts, not the first alone.
  for (const { title } of [second, third, third]) {
    const thumbnail = page.getByRole('button', { name: title, exact: true })
    await thumbnail.scrollIntoViewIfNeeded()
    await thumbnail.click()
    await expect(page.getByLabel(title)).toBeFocused()
    await expect(page.getByLabel(title)).toBeInViewport({ ratio: 0.9 })
  }
})

test('one track plays at a time, and its card has its controls and its time', async ({ page }) => {
  await page.goto('/Music')
  const [rising, james] = ['House of the Rising Sun', 'St. James Infirmary'] as const
  const track = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(track(rising)).toContainText('Traditional')
  await expect(track(rising)).toContainText('Live at the Forks')
  await expect(track(rising)).toContainText('1:00')
  await page.getByRole('button', { name: `Play ${rising}` }).click()
  await expect(page.getByRole('button', { name: `Pause ${rising}` })).toBeVisible()
  await expect(track(rising)).toContainText('Playing')
  const seek = track(rising).getByRole('slider', { name: `Seek in ${rising}` })
  await page.getByRole('button', { name: `Pause ${rising}` }).click()
  await seek.press('Home')
  for (let times = 0; times < 20; times += 1) await seek.press('ArrowRight')
  await expect(seek).toHaveAttribute('aria-valuetext', '0 minutes 20 seconds of 1 minute 0 seconds')

  await expect(track(rising)).toContainText('0:20 of 1:00')
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await settled(page, () => seek.boundingBox())) ?? {}
  await page.mouse.click(x + width * 0.75, y + height / 2)
  await expect(track(rising)).toContainText(/0:[45]\d of 1:00/)
  // The bar is the same player.
  const bar = page.getByRole('region', { name: 'Player' })
  await bar.getByRole('slider').press('Home')
  await expect(track(rising)).toContainText('0:00 of 1:00')

  await page.getByRole('button', { name: `Play ${james}` }).press('Enter')
  await expect(page.getByRole('button', { name: `Play ${rising}` })).toBeVisible()
  await expect(track(rising)).not.toContainText('Playing')
  await expect(track(james)).toContainText('Playing')
  await expect(page.locator('audio')).toHaveCount(1)
  await expect(page.locator('audio')).toHaveJSProperty('paused', false)
  await expect(page.locator('audio')).toContainText('Your browser does not support the audio tag.')
})

test.describe('when the styles of a page can’t be fetched', () => {
  test.use({ expectedConsole: /net::ERR_FAILED|Unable to preload CSS/ })

  test('the page is loaded again, with its styles', async ({ page }) => {
    let isFirst = true
    await page.route('**/assets/Television-*.css', async (route) => {
      if (isFirst) await route.abort()
      else await route.continue()
      isFirst = false
    })
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Videos', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos')
    expect(isFirst).toBe(false)
    const set = page.getByRole('main').locator('[class*=_stage_]')
    await expect(set).toHaveCSS('display', 'flex')
  })
})

test.describe('when a list can’t be fetched', () => {
  test.use({
    expectedConsole: /Loading the (shows|tracks) failed:|Failed to load resource/,
  })

  test('the rest of the page is shown, and "Try again" loads the list, after any kind of failure', async ({
    page,
  }) => {
    const failures: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Loading the shows failed:')) failures.push(message.text())
    })
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
    const main = page.getByRole('main')
    const failure = main.getByText('The shows could not be loaded.')
    const show = main.getByText('Harbour Stage')
    const failing = (route: Route) => route.fulfill({ status: 500 })
    await page.goto('/AboutUs')
    await page.route('**/api/shows', failing)
    await link('Shows').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
    await expect(failure).toHaveCount(1)
    await expect(main.getByText('No shows announced yet.')).toHaveCount(0)
    await link('Home').click()
    await expect(failure).toHaveCount(1)
    await expect(page.locator('video')).toBeVisible()
    await expect(main.getByText(band.welcome[0] ?? '')).toBeVisible()
    await expect(main.getByAltText(band.cover.alt)).toBeVisible()
    await expect(main.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
    expect(failures).toHaveLength(1)
    await page.unroute('**/api/shows')
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(show).toBeVisible()
    await expect(failure).toHaveCount(0)

    // A list that was loaded before stays.
    await page.route('**/api/shows', failing)
    await link('Shows').click()
    await expect(failure).toHaveCount(1)
    await expect(show).toBeVisible()
    expect(failures).toHaveLength(2)

    for (const [name, fail] of [
      ['Home', (route: Route) => route.abort()],
      // The page of a captive portal.
      ['Shows', (route: Route) => route.fulfill({ body: '<h1>Hello</h1>' })],
      ['Home', (route: Route) => route.fulfill({ json: { shows: null } })],
    ] as const) {
      const before = failures.length
      await page.unroute('**/api/shows')
      await main.getByRole('button', { name: 'Try again' }).click()
      await expect(failure).toHaveCount(0)
      await page.route('**/api/shows', fail)
      await link(name).click()
      await expect(failure).toHaveCount(1)
      expect(failures).toHaveLength(before + 1)
    }
  })

  test('a page keeps the list that the server rendered', async ({ page }) => {
    await page.goto('/Music')
    await untilHydrated(page)
    await page.route('**/api/*', (route) => route.abort())
    await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
    await expect(page.getByText('The shows could not be loaded.')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
    await expect(page.getByText('The tracks could not be loaded.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
    await expect(page.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
  })
})

test('a request for a list has no timeout, and a late list is shown', async ({ page }) => {
  await page.clock.install()
  await page.goto('/AboutUs')
  await untilHydrated(page)
  const release = await holdBack(page, '**/api/shows')
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByText('Loading…')).toBeAttached()
  await page.clock.runFor(5_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
  await expect(page.getByText('Still waiting for the shows ...')).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByText('Still waiting for the shows ...')).toBeVisible()
  await page.clock.resume()
  release()
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await expect(page.getByText('Still waiting')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedConsole: /status of 422/ })
  test('a message is sent by the browser’s form, once, and its errors are shown', async ({
    page,
    site,
  }) => {
    await page.goto('/BookUs')
    const sent = page.getByText(success)
    await expect(sent).toBeHidden()
    // The browser accepts this message; the server rejects it.
    await submit(page, '\u2003')
    await expect(page.getByText(failure)).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveAccessibleDescription('This field is required.')
    await expect(page.getByLabel('Name')).toHaveValue('Pat')
    await expect(page.getByLabel('Email')).toHaveValue('pat@example.org')
    const message = `A wedding, without scripts. ${crypto.randomUUID()}`
    await page.getByLabel('Message').fill(message)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(sent).toBeVisible()
    await page.goto('/BookUs')
    await submit(page, message)
    await expect(sent).toBeVisible()
    expect((await stored(site)).filter((text) => text === message)).toHaveLength(1)
  })
})
