import type { Locator, Page } from '@playwright/test'
import {
  expect,
  resize,
  settled,
  test,
  violationsInBothSchemes,
  violationsOf,
} from '../testing/browser/fixtures'
import { test as ownSiteTest } from '../testing/browser/own-site'
import { addShortTracks } from '../testing/short-tracks'
import { rememberedTrackKey } from '../web/features/music/player-element'

const player = (page: Page) => page.getByRole('region', { name: 'Player' })
/** The one audio element that plays. */
const audio = (page: Page) => page.locator('audio:not([controls])')
const play = (page: Page, name: string) => page.getByRole('button', { name: `Play ${name}` })

const openPage = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).click()

test('a track plays on from page to page, and after a reload from its place', async ({ page }) => {
  await page.goto('/Music')
  await expect(player(page)).toHaveCount(0)
  await expect(page.getByRole('slider')).toHaveCount(0)
  await play(page, 'St. James Infirmary').click()
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Infirmary' })).toContainText('Playing')
  await audio(page).evaluate((element: HTMLAudioElement) => Object.assign(window, { element }))
  await player(page).getByRole('slider', { name: 'Seek in St. James Infirmary' }).fill('30')
  for (const name of ['Shows', 'Videos', 'About Us', 'Home']) {
    await openPage(page, name)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const isSame = await audio(page).evaluate(
      (element: HTMLAudioElement) =>
        element === (window as unknown as { element: unknown }).element && !element.paused,
    )
    expect([name, isSame]).toEqual([name, true])
    await expect(player(page)).toBeInViewport()
  }
  await page.reload()
  await expect(player(page)).toContainText('St. James Infirmary')
  await expect(audio(page)).toHaveJSProperty('paused', true)
  await player(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect(audio(page)).toHaveJSProperty('paused', false)
  const position = () => audio(page).evaluate((element: HTMLAudioElement) => element.currentTime)
  await expect.poll(position).toBeGreaterThan(28)
})

test('a track stops when another tab begins to play', async ({ page, context }) => {
  await page.goto('/Music')
  await play(page, 'St. James Infirmary').click()
  await expect(audio(page)).toHaveJSProperty('paused', false)
  const other = await context.newPage()
  await other.goto('/Music')
  await play(other, 'House of the Rising Sun').click()
  await expect(audio(page)).toHaveJSProperty('paused', true)
  await expect(audio(other)).toHaveJSProperty('paused', false)
  await player(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect(audio(other)).toHaveJSProperty('paused', true)
})

test('the bar and the lock screen have title, previous and next; the track is announced, and a loud one attenuated', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {}
    Object.assign(window, { handlers })
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession)
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler
      set(action, handler)
    }
  })
  const { music } = await (await request.get('/api/music')).json()
  const { name, gain } = music[0]
  expect(name).toBe('House of the Rising Sun')
  expect(gain).toBeLessThan(-3)
  await page.goto('/Music')
  await play(page, name).click()
  await expect(page.getByText('Now playing: House of the Rising Sun by Traditional')).toBeAttached()
  await expect(player(page)).toContainText(/−[01]:\d\d/)
  const volume = () => audio(page).evaluate((element: HTMLAudioElement) => element.volume)
  await expect.poll(volume).toBeCloseTo(10 ** (gain / 20), 2)
  const metadata = () =>
    page.evaluate(() => {
      const { title, artist, artwork } = navigator.mediaSession.metadata ?? {}
      const [picture] = artwork ?? []
      return { title, artist, sizes: picture?.sizes, src: picture?.src }
    })
  await expect.poll(async () => (await metadata()).title).toBe('House of the Rising Sun')
  const { artist, sizes, src = '' } = await metadata()
  expect([artist, sizes]).toEqual(['Traditional', '512x512'])
  const picture = await page.request.get(src)
  expect(picture.headers()['content-type']).toBe('image/jpeg')

  await player(page).getByRole('button', { name: 'Next track' }).click()
  await expect(player(page)).toContainText('St. James Infirmary')
  await expect(page.getByText('Now playing: St. James Infirmary by Traditional')).toBeAttached()
  await player(page).getByRole('button', { name: 'Previous track' }).click()
  await expect(player(page)).toContainText('House of the Rising Sun')
  const call = (action: string, details: object = {}) =>
    page.evaluate(
      ([name, given]) => {
        const { handlers } = window as unknown as {
          handlers: Record<string, (details: object) => void>
        }
        handlers[name as string]?.(given as object)
      },
      [action, details] as const,
    )
  await call('nexttrack')
  await expect.poll(async () => (await metadata()).title).toBe('St. James Infirmary')
  await call('pause')
  await expect(audio(page)).toHaveJSProperty('paused', true)
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('paused')
  const slider = player(page).getByRole('slider')
  await call('seekto', { seekTime: 33 })
  await expect(slider).toHaveValue(/^33/)
  await call('play')
  await expect(audio(page)).toHaveJSProperty('paused', false)
  await call('previoustrack')
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(10)
  // At its end, the page is not covered by the bar.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await violationsInBothSchemes(page)).toEqual([])
})

test('the bar opens to the whole screen, with the queue, the volume and a link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await page.goto('/Music')
  await play(page, 'St. James Infirmary').click()
  const open = player(page).getByRole('button', { name: /open the player$/ })
  await open.press('Enter')
  const full = page.getByRole('dialog', { name: 'Player' })
  await expect(full.getByRole('heading', { name: 'St. James Infirmary' })).toBeVisible()
  await full.getByRole('button', { name: 'Mute' }).click()
  await expect(audio(page)).toHaveJSProperty('muted', true)
  await full.getByRole('slider', { name: 'Volume' }).press('End')
  await expect(audio(page)).toHaveJSProperty('muted', false)
  await full.getByRole('slider', { name: 'Volume' }).press('Home')
  await expect(audio(page)).toHaveJSProperty('volume', 0)
  expect(await violationsOf(page)).toEqual([])
  await full.getByRole('button', { name: 'Pause', exact: true }).click()
  await full.getByRole('slider', { name: 'Seek' }).fill('12')
  await full.getByRole('button', { name: 'Share' }).click()
  await expect(full.getByText('The link is copied')).toBeVisible()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect([link.pathname, link.searchParams.get('track')]).toEqual(['/Music', 'st-james-infirmary'])
  expect(link.searchParams.get('t')).toBe('12s')
  await full.getByRole('button', { name: /Greensleeves/ }).click()
  await expect(full.getByRole('heading', { name: 'Greensleeves, electric' })).toBeVisible()

  // On a phone in landscape, everything is beside the record and on the screen.
  for (const [width, height] of [
    [568, 320],
    [640, 360],
    [844, 390],
  ] as const) {
    await resize(page, { width, height })
    await full.evaluate((dialog) => dialog.scrollTo(0, 0))
    for (const control of [
      full.getByRole('heading', { name: 'Greensleeves, electric' }),
      full.getByRole('slider', { name: 'Volume' }),
      full.getByRole('button', { name: 'Share' }),
    ])
      await expect(control).toBeInViewport({ ratio: 1 })
    const volume = await full.getByRole('slider', { name: 'Volume' }).boundingBox()
    expect(volume?.width).toBeGreaterThan(48)
    const title = await full
      .getByRole('heading', { name: 'Greensleeves, electric' })
      .evaluate((heading) => {
        const text = document.createRange()
        text.selectNodeContents(heading)
        return text.getBoundingClientRect().right
      })
    const close = await full.getByRole('button', { name: 'Close the player' }).boundingBox()
    expect(title).toBeLessThanOrEqual(close?.x ?? 0)
  }
  // A long name begins on the screen, and covers nothing.
  await full.getByRole('heading', { level: 2 }).evaluate((heading) => {
    heading.textContent = 'Greensleeves '.repeat(15)
  })
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0
  expect(await top(full.getByRole('heading', { level: 2 }))).toBeGreaterThanOrEqual(0)
  expect(await top(full.getByRole('heading', { level: 3 }))).toBeGreaterThan(
    await top(full.getByRole('button', { name: 'Share' })),
  )
  await page.keyboard.press('Escape')
  await expect(full).toHaveCount(0)
  await expect(open).toBeFocused()
  const remembered = () => page.evaluate((key) => localStorage.getItem(key), rememberedTrackKey)
  expect(await remembered()).toContain('Greensleeves')
  await open.press('Enter')
  await full.getByRole('button', { name: 'Put the record away' }).click()
  await expect(player(page)).toHaveCount(0)
  await expect.poll(remembered).toBeNull()
})

test('the bar opens by a swipe upwards, and closes by one downwards or by Back; the next Back leaves the page', async ({
  page,
}) => {
  await page.goto('/Shows')
  await openPage(page, 'Music')
  await play(page, 'St. James Infirmary').click()
  const middle = async () => {
    const box = await settled(page, () => player(page).boundingBox())
    return { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 40 }
  }
  await expect(player(page)).toBeVisible()
  const { x, y } = await middle()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 90, { steps: 5 })
  await page.mouse.up()
  const full = page.getByRole('dialog', { name: 'Player' })
  await expect(full).toBeVisible()
  const heading = full.getByRole('heading', { name: 'St. James Infirmary' })
  const title = await settled(page, () => heading.boundingBox())
  const [left, top] = [(title?.x ?? 0) + 10, (title?.y ?? 0) + 5]
  await page.mouse.move(left, top)
  await page.mouse.down()
  // The player follows the finger, and is closed when it was pulled down by a quarter of its height.
  await page.mouse.move(left, top + 100, { steps: 5 })
  await expect.poll(async () => (await full.boundingBox())?.y).toBeCloseTo(100, 0)
  const height = page.viewportSize()?.height ?? 0
  await page.mouse.move(left, top + height * 0.3, { steps: 5 })
  await page.mouse.up()
  await expect(full).toHaveCount(0)

  await player(page)
    .getByRole('button', { name: /open the player$/ })
    .click()
  await expect(full).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(full).toHaveCount(0)
  await expect(page).toHaveURL(/\/Music$/)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/Shows$/)
})

test('space and the arrows control the player, but never in a field', async ({ page }) => {
  await page.goto('/Music')
  await play(page, 'St. James Infirmary').click()
  await expect(player(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press(' ')
  await expect(audio(page)).toHaveJSProperty('paused', true)
  await audio(page).evaluate((element: HTMLAudioElement) => {
    element.currentTime = 20
  })
  await expect(player(page).getByRole('slider')).toHaveValue('20')
  await page.keyboard.press('ArrowRight')
  await expect(player(page).getByRole('slider')).toHaveValue('25')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(player(page).getByRole('slider')).toHaveValue('15')
  await openPage(page, 'Book Us')
  await page.getByLabel('Message').fill('A')
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByLabel('Message')).toHaveValue('A ')
  await expect(audio(page)).toHaveJSProperty('paused', true)
  await expect(player(page).getByRole('slider')).toHaveValue('15')
})

test('a link leads to a second of a track', async ({ page }) => {
  await page.goto('/Music?track=greensleeves-electric&t=0m20s')
  await expect(player(page)).toContainText('Greensleeves, electric')
  await expect(page.getByRole('heading', { name: 'Greensleeves, electric' })).toBeInViewport()
  await expect(page, 'the link is followed once').toHaveURL(/\/Music$/)
  await expect(player(page).getByRole('slider')).toHaveValue(/^2\d/)
  const isPlaying = await audio(page).evaluate((element: HTMLAudioElement) => !element.paused)
  if (!isPlaying) await player(page).getByRole('button', { name: 'Play' }).click()
  await expect(audio(page)).toHaveJSProperty('paused', false)
  const position = () => audio(page).evaluate((element: HTMLAudioElement) => element.currentTime)
  await expect.poll(position).toBeGreaterThan(19)
})

ownSiteTest(
  'six tracks play through on five pages, each started in the `ended` event of the one before',
  async ({ page, ownSite: site }) => {
    await addShortTracks(site.url, await site.token(), 6)
    await page.addInitScript(() => {
      const log: { ended: string; next: string }[] = []
      Object.assign(window, { log })
      document.addEventListener('DOMContentLoaded', () => {
        const element = document.querySelector<HTMLAudioElement>('audio:not([controls])')
        let current = ''
        element?.addEventListener('playing', () => {
          // Added with the first track, so that it runs after the player's own listener.
          if (current === '')
            element.addEventListener('ended', () => log.push({ ended: current, next: element.src }))
          current = element.src
        })
      })
    })
    await page.goto(`${site.url}/Music`)
    await play(page, 'Short 1').first().click()
    const log = () =>
      page.evaluate(() => (window as unknown as { log: { ended: string; next: string }[] }).log)
    for (const [count, name] of ['Shows', 'Videos', 'About Us', 'Home', 'Music'].entries()) {
      await expect.poll(async () => (await log()).length).toBeGreaterThanOrEqual(count + 1)
      await openPage(page, name)
    }
    await expect.poll(async () => (await log()).length).toBe(6)
    const numberOf = (address: string) => Number(/short-(\d+)\.mp3$/.exec(address)?.[1])
    const played = await log()
    expect(played.map(({ ended }) => numberOf(ended))).toEqual(
      Array.from({ length: 6 }, (_, index) => index + 1),
    )
    // The next file is set in the `ended` event itself, as home screen apps on iPhones require.
    expect(played.slice(0, 5).map(({ next }) => numberOf(next))).toEqual(
      Array.from({ length: 5 }, (_, index) => index + 2),
    )
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  },
)

ownSiteTest.describe('where a track can’t be loaded', () => {
  ownSiteTest.use({ expectedConsole: /net::ERR_FAILED|Playing failed/ })

  ownSiteTest(
    'an album plays in its order by one press, and goes on after a track that fails',
    async ({ page, ownSite: site }) => {
      await addShortTracks(site.url, await site.token(), 4, (number) =>
        number === 1 ? {} : { album: 'Live', number: String(5 - number) },
      )
      await page.route('**/short-3.mp3', (route) => route.abort())
      // The tracks are too short to be seen one after the other.
      await page.addInitScript(() => {
        const played: string[] = []
        Object.assign(window, { played })
        addEventListener(
          'playing',
          ({ target }) => played.push((target as HTMLAudioElement).src.replace(/^.*\//, '')),
          true,
        )
      })
      await page.goto(`${site.url}/Music`)
      await page.getByRole('button', { name: 'Play the album “Live”' }).click()
      const played = () =>
        page.evaluate(() => [...new Set((window as unknown as { played: string[] }).played)])
      await expect.poll(played).toEqual(['short-4.mp3', 'short-2.mp3'])
      const album = () => page.evaluate(() => navigator.mediaSession.metadata?.album)
      await expect.poll(album).toBe('Live')
      await expect(player(page)).toContainText('Short 3 can’t be played and was skipped.')
      const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Short 3' })
      await expect(card.getByRole('alert')).toHaveText('This track can’t be played right now.')
      await expect(card.getByRole('button', { name: 'Play Short 3' })).toBeVisible()
      // The album has ended, so the track that is in no album does not follow.
      await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
      await expect(player(page)).toContainText('Short 2')
      // The open player, outside of which nothing is announced, says so, too.
      await player(page)
        .getByRole('button', { name: /open the player$/ })
        .click()
      const full = page.getByRole('dialog', { name: 'Player' })
      await expect(full.getByText('Short 3 can’t be played and was skipped.').first()).toBeVisible()
      await full.getByRole('button', { name: /Short 3/ }).click()
      await expect(full.getByText('This track can’t be played right now.').first()).toBeVisible()
      await expect(full.getByRole('status')).toHaveText('This track can’t be played right now.')
    },
  )
})
