import {
  expect,
  logIn,
  playATrack,
  resize,
  settled,
  test,
  untilHydrated,
} from '../testing/browser/fixtures'
import { isWider } from '../testing/browser/layout'
import { site as band } from '../web/content/site'

test('a page has its title and canonical link, and every link of its header and footer can be reached, at 320 and 360 px, logged in or not', async ({
  page,
  site,
}) => {
  await page.goto('/AboutUs')
  // Before hydration, the page would queue even a press on trial.
  await untilHydrated(page)
  const [header, footer] = [page.getByRole('banner'), page.getByRole('contentinfo')]
  const { network, playlist } = band
  for (const [name, href] of [
    ['Booking', '/BookUs'],
    ['Calendar', '/shows.ics'],
    ['RSS', '/shows.rss'],
    ['Facebook', network.url],
    ['YouTube', playlist.url],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)

  const names = ['Home', 'About Us', 'Videos', 'Shows', 'Music', 'Book Us']
  async function expectLinksInReach() {
    for (const width of [320, 360]) {
      await resize(page, { width, height: 740 })
      for (const name of [...names, network.label, playlist.label]) {
        const link = header.getByRole('link', { name, exact: true })
        await expect(link).toBeInViewport({ ratio: 1 })
        // Playwright checks that nothing covers the link.
        await link.click({ trial: true })
      }
      expect([width, await isWider(page)]).toEqual([width, false])
    }
  }
  await expectLinksInReach()

  // Title and canonical link follow the page without a reload.
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', `${site.url}/AboutUs`)
  await page.locator('nav:visible a[href="/Shows"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Come see Us!' })).toBeVisible()
  await expect(page).toHaveTitle(/^Shows/)
  await expect(canonical).toHaveAttribute('href', `${site.url}/Shows`)
  await expect(canonical).toHaveCount(1)

  await logIn(page, site)
  await page.goto('/AboutUs')
  await expect(header.getByRole('link', { name: 'Back office' })).toBeVisible()
  await expectLinksInReach()
})

test('nothing moves when a track begins to play', async ({ page }) => {
  await page.goto('/Music')
  const play = page.getByRole('button', { name: 'Play St. James Infirmary' })
  await expect(play).toBeVisible()
  const places = () =>
    page
      .getByRole('main')
      .locator('h1, h2, progress, button')
      .evaluateAll((elements) =>
        elements
          .filter(
            (element) =>
              !/^(Pl.*Infirmary|Pause.*)$/.test(element.getAttribute('aria-label') ?? ''),
          )
          .map((element) => {
            const { left, top } = element.getBoundingClientRect()
            return [Math.round(left + scrollX), Math.round(top + scrollY)]
          }),
      )
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const before = [await settled(page, places), await navigation.boundingBox(), await isWider(page)]
  await play.click()
  await expect(page.getByRole('button', { name: 'Pause St. James Infirmary' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
  const animations = () => page.evaluate(() => document.getAnimations().length)
  expect(await animations()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(animations).toBeGreaterThan(0)
  // Checks eight angles of the turning record.
  for (let turn = 0; turn < 8; turn += 1) {
    await page.evaluate((part) => {
      for (const animation of document.getAnimations()) animation.currentTime = part * 225
    }, turn)
    expect([await places(), await navigation.boundingBox(), await isWider(page)]).toEqual(before)
  }
})

test('with reduced motion nothing moves from an old place to a new one', async ({ page }) => {
  await page.goto('/')
  await resize(page, { width: 1280, height: 740 })
  const moving = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    document.body.getBoundingClientRect()
    return document.getAnimations().length
  })
  expect(moving).toBe(0)
})

test('a second link pressed while the page fades is followed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const start = document.startViewTransition
    document.startViewTransition = (...options) => {
      Object.assign(window, { isFading: true })
      return start.apply(document, options)
    }
  })
  await page.goto('/')
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })
  const places = new Map<string, { x: number; y: number }>()
  for (const name of ['Shows', 'Music']) {
    const box = await link(name).boundingBox()
    places.set(name, {
      x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    })
  }
  const press = (name: string) => {
    const { x = 0, y = 0 } = places.get(name) ?? {}
    return page.mouse.click(x, y)
  }
  await untilHydrated(page)
  await press('Shows')
  await page.waitForFunction(() => 'isFading' in window)
  await press('Music')
  await expect(page).toHaveURL('/Music')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
})

test('a ticket turns into the page of its show and back, and the bar’s sleeve into the turntable’s', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const start = document.startViewTransition
    const transitions: Promise<boolean>[] = []
    const sleeves: string[] = []
    document.startViewTransition = (...options) => {
      const transition = start.apply(document, options)
      const moved = transition.ready.then(() =>
        document
          .getAnimations()
          // Only a ticket that is on both pages moves.
          .some(
            ({ effect }) =>
              (effect as KeyframeEffect).pseudoElement === '::view-transition-group(ticket)',
          ),
      )
      transitions.push(moved)
      return transition
    }
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      if (this.matches('[data-sleeve]'))
        sleeves.push(String((keyframes as PropertyIndexedKeyframes).transform))
      return animate.call(this, keyframes, options)
    }
    Object.assign(window, { transitions, sleeves })
  })
  /** Whether a ticket moves, for each view transition of the document; waits until all are ready. */
  const moved = () =>
    page.evaluate(() =>
      Promise.all((window as unknown as { transitions: Promise<boolean>[] }).transitions),
    )
  await page.goto('/Shows')
  await untilHydrated(page)
  const heading = page.getByRole('heading', { level: 1 })
  async function openAndLeaveShow() {
    await page
      .getByRole('link', { name: /Harbour Stage$/ })
      .first()
      .click()
    await expect(heading).toHaveText('Harbour Stage')
    await moved()
    await page.goBack()
    await expect(heading).toHaveText('Come see Us!')
    return moved()
  }
  // If the code of a page takes longer than 400 ms to load, a skeleton without a ticket is shown first. The second visit has it.
  await openAndLeaveShow()
  expect((await openAndLeaveShow()).slice(-2)).toEqual([true, true])
  await playATrack(page)
  /** For each movement of a sleeve: whether the sleeve grew. */
  const growths = () =>
    page.evaluate(() =>
      (window as unknown as { sleeves: string[] }).sleeves.map(
        (transform) => Number(/scale\((.+?)\),none$/.exec(transform)?.[1]) < 1,
      ),
    )
  await page.getByRole('button', { name: /open the player$/ }).click()
  await expect.poll(growths).toEqual([true])
  await page.getByRole('button', { name: 'Close the player' }).click()
  await expect.poll(growths).toEqual([true, false])
})

test('in forced colours every button and field has an edge, and the current page a mark', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/Shows', '/BookUs', '/Music']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const withoutEdge = await page
      .locator(
        'button:visible:not([aria-hidden]), input:not([type="range"]):visible, textarea:visible, main a[class*="button"]',
      )
      .evaluateAll((elements) =>
        elements
          .filter((element) => Number.parseFloat(getComputedStyle(element).borderBottomWidth) === 0)
          .map((element) => element.outerHTML.slice(0, 80)),
      )
    expect([path, withoutEdge]).toEqual([path, []])
    const current = page.locator('header [aria-current="page"]:visible')
    expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
  }
  await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
  const slider = page.getByRole('slider').first()
  expect(await slider.evaluate((input) => getComputedStyle(input).appearance)).toBe('auto')
})
