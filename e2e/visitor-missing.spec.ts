import type { APIRequestContext, Page } from '@playwright/test'
import { inboxOf, success, write } from '../testing/browser/booking'
import {
  expect,
  pagesInHeader,
  publicPages,
  test,
  untilHydrated,
} from '../testing/browser/fixtures'

// Features that are missing in old browsers, private windows, insecure contexts or in-app browsers.
const removals: Record<string, () => void> = {
  indexedDB: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  caches: () => Reflect.deleteProperty(globalThis, 'caches'),
  'local storage': () =>
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }),
  'session storage': () =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }),
  'features newer than the oldest supported browsers': () => {
    Object.defineProperty(Navigator.prototype, 'mediaSession', { get: () => undefined })
    Reflect.deleteProperty(Document.prototype, 'startViewTransition')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(Promise, 'try')
    Reflect.deleteProperty(AbortSignal, 'any')
    Reflect.deleteProperty(Map, 'groupBy')
    Reflect.deleteProperty(Object, 'groupBy')
    for (const method of ['union', 'difference', 'intersection', 'isSubsetOf'])
      Reflect.deleteProperty(Set.prototype, method)
    for (const method of ['map', 'filter', 'take', 'drop', 'toArray', 'some', 'find'])
      Reflect.deleteProperty(
        Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
        method,
      )
  },
  'what only https has': () => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
    Object.defineProperty(Navigator.prototype, 'storage', { get: () => undefined })
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
    Reflect.deleteProperty(globalThis, 'caches')
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  },
}

for (const [what, take] of Object.entries(removals))
  test(`without ${what} every page works`, async ({ page, site }) => {
    await page.addInitScript(take)
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    // The pages are opened by client-side navigation; before hydration, a link may work as it does without scripts.
    await untilHydrated(page)
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    for (const { path, heading } of pagesInHeader) {
      await page.locator(`header a[href="${path}"]:visible`).first().click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      if (path !== '/Music') continue
      await page.getByRole('button', { name: 'Play House of the Rising Sun' }).click()
      await expect(
        page.getByRole('button', { name: 'Pause House of the Rising Sun' }).first(),
      ).toBeVisible()
    }
    const message = `Without ${what} ${crypto.randomUUID()}`
    await write(page, message)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(success).first()).toBeVisible()
    const { enquiries } = await inboxOf(site)
    expect(enquiries.filter((one) => one.message === message)).toHaveLength(1)
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

for (const [how, script] of [
  ['can’t be run', 'throw new TypeError("Promise.withResolvers is not a function")'],
  ['can’t be read', 'this is no ? JavaScript'],
] as const)
  test.describe(`where scripts come that ${how}`, () => {
    test.use({ expectedConsole: /withResolvers|Unexpected|Failed to|SyntaxError/ })

    test('the page is the browser’s own: players, links and forms work', async ({ page, site }) => {
      await page.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      )
      await page.goto('/Music')
      const player = page.locator('audio').first()
      await expect(player).toBeVisible()
      await expect(page.getByRole('button', { name: /^Play / })).toHaveCount(0)
      await player.evaluate((audio: HTMLAudioElement) => audio.play())
      await expect
        .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime))
        .toBeGreaterThan(0)
      await page.locator('header a[href="/BookUs"]').click()
      const message = `An old phone ${crypto.randomUUID()}`
      await write(page, message)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(success)).toBeVisible()
      const { enquiries } = await inboxOf(site)
      expect(enquiries.filter((one) => one.message === message)).toHaveLength(1)
    })
  })

/** What some pages contain without scripts. */
const contents: Record<string, (page: Page, request: APIRequestContext) => Promise<void>> = {
  '/': (page) => expect(page.getByRole('link', { name: 'Watch the video' })).toBeVisible(),
  '/Shows': (page) => expect(page.getByText('Harbour Stage')).toBeVisible(),
  async '/Music'(page) {
    await expect(page.getByRole('heading', { name: 'House of the Rising Sun' })).toBeVisible()
    await expect(page.locator('audio[controls]').first()).toBeVisible()
  },
  async '/Videos'(page, request) {
    const links = page.getByRole('link', { name: /^Watch / })
    await expect(links).toHaveCount(5)
    for (const link of await links.all()) {
      const response = await request.head((await link.getAttribute('href')) ?? '')
      expect(response.headers()['content-type']).toMatch(/^video\//)
    }
  },
}

test.describe('where no scripts run', () => {
  test.use({ javaScriptEnabled: false })

  test('no page has a button that does nothing, and lists, the browser’s own player and every video are there', async ({
    page,
    request,
  }) => {
    for (const { path, heading } of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('button'), path).toHaveCount(path === '/BookUs' ? 1 : 0)
      await contents[path]?.(page, request)
    }
  })
})
