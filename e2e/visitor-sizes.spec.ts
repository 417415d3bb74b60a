import type { Locator, Page } from '@playwright/test'
import { expect, publicPages, test } from '../testing/browser/fixtures'

/** Returns the words that are broken across lines. */
const brokenWords = (texts: Locator) =>
  texts.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode
        for (const match of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(match[0])
        }
      }
      return broken
    }),
  )

const isWider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test.describe('at every width', () => {
  test('tickets break no word, and the page is no wider than the screen', async ({ page }) => {
    await page.goto('/Shows')
    const tickets = page.getByRole('main').getByRole('listitem')
    await expect(tickets.first()).toBeVisible()
    for (const width of [320, 360, 480, 600, 740, 768, 820, 1000, 1024, 1100, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await brokenWords(tickets)]).toEqual([width, []])
      expect([width, await isWider(page)]).toEqual([width, false])
    }
  })
})

for (const percent of [150, 200])
  test.describe(`with text of ${percent} % on a phone`, () => {
    test.use({ viewport: { width: 360, height: 740 } })

    for (const { path } of publicPages)
      test(`${path} breaks and cuts nothing`, async ({ page }) => {
        await page.addInitScript((size) => {
          addEventListener('DOMContentLoaded', () => {
            document.documentElement.style.fontSize = `${size}%`
          })
        }, percent)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await isWider(page)).toBe(false)
        const bookUs = page.getByRole('banner').getByRole('link', { name: 'Book Us' })
        const box = await bookUs.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
        expect(await brokenWords(bookUs)).toEqual([])
        const names = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
        await expect(names).toHaveCount(5)
        expect(await brokenWords(names)).toEqual([])
        for (const name of await names.all()) {
          const isCut = await name.evaluate((link) => link.scrollWidth > link.clientWidth)
          expect(isCut).toBe(false)
        }
        expect(
          await brokenWords(page.getByRole('main').getByRole('heading', { level: 1 })),
        ).toEqual([])
        if (path === '/Shows')
          expect(await brokenWords(page.getByRole('main').getByRole('listitem'))).toEqual([])
      })
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
  const before = [await places(), await navigation.boundingBox(), await isWider(page)]
  await play.click()
  await expect(page.getByRole('button', { name: 'Pause St. James Infirmary' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
  // Checks eight angles of the turning record.
  for (let turn = 0; turn < 8; turn += 1) {
    await page.evaluate((part) => {
      for (const animation of document.getAnimations()) animation.currentTime = part * 225
    }, turn)
    expect([await places(), await navigation.boundingBox(), await isWider(page)]).toEqual(before)
  }
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })

  test('the volume control is hidden', async ({ page }) => {
    await page.goto('/Music')
    await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
    await expect(page.getByRole('button', { name: 'Pause St. James Infirmary' })).toBeVisible()
    await page.getByRole('button', { name: /open the player$/ }).click()
    await expect(page.getByRole('dialog', { name: 'Player' })).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0)
  })
})

test('a second link pressed while the page fades is followed', async ({ page }) => {
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
  await page.waitForFunction(() => window.hydration?.status === 'hydrated')
  await press('Shows')
  await page.waitForFunction(() => 'isFading' in window)
  await press('Music')
  await expect(page).toHaveURL('/Music')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
})

test('in forced colours every button and field has an edge, and what is current a mark', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/Shows', '/Music', '/BookUs']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const withoutEdge = await page
      .locator(
        'button:visible, input:not([type="range"]):visible, textarea:visible, main a[class*="button"]',
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
  await page.goto('/Music')
  await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
  const slider = page.getByRole('slider').first()
  expect(await slider.evaluate((input) => getComputedStyle(input).appearance)).toBe('auto')
})

test('the print view hides controls', async ({ page }) => {
  await page.goto('/Shows')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Book Us' })).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('adjacent texts are separated by spaces', async ({ page }) => {
  for (const path of ['/Shows', '/Music', '/']) {
    await page.goto(path)
    const text = await page.locator('body').evaluate((body) => body.textContent ?? '')
    expect(text).not.toMatch(
      /\d{4}[A-Z]|[a-z]London|London[A-Z]|[a-z]Traditional|HomeAbout|!\w|Next[A-Z]/,
    )
  }
})
