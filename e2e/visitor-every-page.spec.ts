import type { Locator, Page } from '@playwright/test'
import {
  expect,
  publicPages,
  resize,
  test,
  untilHydrated,
  violationsInBothSchemes,
} from '../testing/browser/fixtures'
import { brokenWords, isWider, layoutViolations, setTextSize } from '../testing/browser/layout'
import { addShow, send } from '../testing/records'
import { showFacts } from '../testing/show-facts'
import { site as band } from '../web/content/site'

test.use({ expectedConsole: /status of 404/ })

/** A venue whose shows these tests add; no other test has it. */
const venue = 'The Blackfriars Bridge Community Hall'
const moved = { city: 'Port Stanley', startsAt: '20:30', doorsAt: '19:30', status: 'postponed' }
const added: string[] = []
let pathOfShow = ''

test.beforeAll(async ({ site }) => {
  const date = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)
  for (const show of [{ venue: 'Hall' }, { venue, ...showFacts }]) {
    const fields = { ...moved, date, formerDate: '2031-11-14', ...show }
    const { slug, _id } = await addShow(site, fields)
    pathOfShow = `/Shows/${slug}`
    added.push(_id)
  }
})

test.afterAll(async ({ site }) => {
  for (const id of added.splice(0)) await send(site, 'DELETE', `/api/shows/${id}`)
})

/** Returns the texts of visible controls, outside of paragraphs, that are less than 44 pixels high. */
const lowTargets = (page: Page) =>
  page
    .locator('button, a[class], input:not([type=range]), textarea')
    .filter({ visible: true })
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.closest('p') === null && !control.className.includes('skip'))
        .filter((control) => Math.round(control.getBoundingClientRect().height) < 44)
        .map((control) => control.textContent),
    )

/** Checks that at no width a text leaves the window, is cut off or overlaps another one, and at six of them, that long names of the
 * band fit. */
async function expectGoodLayout(page: Page) {
  const widthsOfNames = [320, 360, 600, 768, 1000, 1280]
  const broken: string[] = []
  for (const width of [320, 360, 480, 600, 740, 768, 820, 1000, 1100, 1280, 1600]) {
    await resize(page, { width, height: 800 })
    const found = await layoutViolations(page)
    broken.push(...found.map((fault) => `${width} px: ${fault}`))
    if (widthsOfNames.includes(width))
      await expect.poll(() => tooLong(page, longNames), `at ${width}`).toEqual([])
  }
  expect(broken).toEqual([])
}

/** Checks that no word is broken or cut off if the text is enlarged to 150 and 200 %.
 * @param more texts to check besides the header and the heading */
async function expectRoomForLargeText(page: Page, more: Locator) {
  await resize(page, { width: 320, height: 740 })
  const bookUs = page.getByRole('banner').getByRole('link', { name: 'Book Us' })
  const names = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  for (const percent of [150, 200]) {
    await setTextSize(page, `${percent}%`)
    expect([percent, await isWider(page)]).toEqual([percent, false])
    const { x = -1, width = 0 } = (await bookUs.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
    await expect(names).toHaveCount(5)
    const cut = await names.evaluateAll((links) =>
      links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
    )
    expect(cut).toEqual([])
    for (const texts of [bookUs, names, headings(page), more])
      expect(await brokenWords(texts)).toEqual([])
  }
  await resize(page, { width: 768, height: 900 })
  const brand = page.getByRole('banner').getByRole('link', { name: /first page$/ })
  for (const texts of [brand, bookUs, names]) expect(await brokenWords(texts)).toEqual([])
  expect(await isWider(page)).toBe(false)
  await resize(page, { width: 320, height: 740 })
  // The header, which is high now, does not stay in the window.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await setTextSize(page, '')
}

const longNames = [
  'Die Kellerkinder',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte',
  'The Extraordinary Gentlemen of the Northern Railway Company',
  // Restores the name.
  band.name,
]

/** Gives the band each of some names, one after the other.
 * @returns the names for which the page is too wide or the header too high */
const tooLong = (page: Page, names: readonly string[]) =>
  page.evaluate(
    ([first, names]) => {
      const { documentElement: root, body } = document
      return names.filter((name) => {
        const current = root.dataset['bandName'] ?? first
        const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const { currentNode: node } = walker
          node.textContent = node.textContent?.replaceAll(current, name) ?? ''
        }
        root.dataset['bandName'] = name
        root.style.setProperty('--letters', String(name.length))
        const header = document.querySelector('header')?.getBoundingClientRect().height ?? 100
        return root.scrollWidth > innerWidth || header >= 100
      })
    },
    [band.name, names] as const,
  )

/** Checks the header and the footer. */
async function expectFrame(page: Page) {
  const header = page.getByRole('banner')
  for (const name of ['Home', 'About Us', 'Videos', 'Shows', 'Music'])
    await expect(header.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Book Us' })).toBeVisible()
  for (const { label } of [band.network, band.playlist])
    await expect(header.getByRole('link', { name: label })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
  await expect(footer.getByRole('button', { name: 'Log in' })).toBeVisible()
}

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** The texts of some pages that large text must not break, besides the header and the heading. */
const unbroken: Readonly<Record<string, (page: Page) => Locator>> = {
  '/Music': (page) => page.getByRole('main').getByRole('heading', { level: 2 }),
  '/': (page) => page.getByText(band.genre ?? ''),
  '/Shows': (page) => page.getByRole('main').getByRole('listitem'),
  '/login': (page) => page.getByText('Backstage · all areas'),
  'a show': (page) => page.getByRole('article').getByRole('link'),
}

/** The pages on which adjacent texts are separated by spaces, for programs that read the text alone. */
const spaced = ['/', '/Music', '/Shows']

for (const { path, heading } of [
  ...publicPages,
  { path: '/login', heading: 'Welcome back!' },
  { path: 'a show', heading: venue },
  { path: '/gone', heading: 'That string has snapped.' },
])
  test(`${path} has its header, footer and touch targets, passes axe, and fits every width, large text and long names`, async ({
    page,
  }) => {
    await page.goto(path === 'a show' ? pathOfShow : path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await untilHydrated(page)
    await expectFrame(page)
    expect(await lowTargets(page)).toEqual([])
    expect(await violationsInBothSchemes(page)).toEqual([])
    await expectGoodLayout(page)
    await expectRoomForLargeText(page, (unbroken[path] ?? headings)(page))
    if (!spaced.includes(path)) return
    const text = await page.locator('body').evaluate((body) => body.textContent ?? '')
    expect(text).not.toMatch(
      /\d{4}[A-Z]|[a-z]London|London[A-Z]|[a-z]Traditional|HomeAbout|!\w|Next[A-Z]/,
    )
  })
