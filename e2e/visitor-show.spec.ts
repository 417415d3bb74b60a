import type { Page } from '@playwright/test'
import {
  expect,
  safariOnIphone,
  test,
  violationsInBothSchemes,
  violationsOf,
} from '../testing/browser/fixtures'
import { addUniqueShow } from '../testing/records'
import { showFacts } from '../testing/show-facts'

test.use({ expectedConsole: /410 \(Gone\)/ })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a ticket leads to the page of its show, with all that is known, which can be shared, until it is deleted', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = async (data) => void shared.push(data)
  })
  const { venue, path, remove } = await addUniqueShow(site, showFacts)
  await page.goto('/Shows')
  await expect(
    page.getByRole('link', { name: `Tickets for July 4, 2031, ${venue}` }),
  ).toHaveAttribute('href', showFacts.ticketUrl)
  // The date comes first, so that two shows at one place sound different in a list of links.
  await page.getByRole('link', { name: `July 4, 2031, ${venue}`, exact: true }).click()
  await expect(page).toHaveURL(path)
  await expect(heading(page)).toHaveText(venue)
  await expect(heading(page)).toBeFocused()
  const article = page.getByRole('article')
  for (const text of ['Friday', 'July 4, 2031', 'Doors 7 p.m., show 8:30 p.m.', '99 Wortley Road'])
    await expect(article.getByText(text)).toBeVisible()
  await expect(article.getByText('Step-free access')).toBeVisible()
  await expect(article.getByText('Ages 19+')).toBeVisible()
  await expect(article.getByText('All ages until ten.')).toBeVisible()
  await expect(article.getByRole('link', { name: '$15 at the door' })).toHaveAttribute(
    'href',
    showFacts.ticketUrl,
  )
  const directions = await article.getByRole('link', { name: 'Directions' }).getAttribute('href')
  const { hostname, searchParams } = new URL(directions ?? '')
  expect(hostname).toBe('www.google.com')
  expect(searchParams.get('destination')).toBe(`${venue}, 99 Wortley Road, London, Ontario, Canada`)
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }),
  ).toHaveAttribute('aria-current', 'page')
  // The band alone has a link to its record.
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  expect(await violationsInBothSchemes(page)).toEqual([])
  // The calendar entry has a name of its own.
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^2031-07-04-hall-.*-the-forks\.ics$/)

  // It is shared with the dialog of the device, or by its address.
  await page.getByRole('button', { name: 'Share' }).click()
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
  await expect.poll(shared).toEqual([
    {
      title: `The Forks at ${venue}`,
      text: `The Forks at ${venue}, London: Friday, July 4, 2031`,
      url: site.url + path,
    },
  ])
  await page.evaluate(() => Object.assign(navigator, { share: undefined }))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('The link is copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + path)

  await remove()
  expect((await page.reload())?.status()).toBe(410)
  await expect(heading(page)).toHaveText('This show is not on our list.')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'See the shows' }).click()
  await expect(heading(page)).toHaveText('Come see Us!')
})

test('the page of a past show does not say “You should have been there.” if it was cancelled', async ({
  page,
  site,
}) => {
  const { path, change, remove } = await addUniqueShow(site, { date: '2020-05-01' })
  await page.goto(path)
  const sorry = page.getByText('You should have been there.')
  await expect(sorry).toBeVisible()
  await change({ status: 'cancelled' })
  await page.goto(path)
  await expect(page.getByText('Cancelled')).toBeVisible()
  await expect(sorry).toHaveCount(0)
  await remove()
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: safariOnIphone })

  test('directions are offered in Apple Maps, too, and the player has no volume control', async ({
    page,
    site,
  }) => {
    const { path, remove } = await addUniqueShow(site)
    await page.goto(path)
    const apple = page.getByRole('link', { name: 'Apple Maps' })
    await expect(apple).toHaveAttribute('href', /^https:\/\/maps\.apple\.com\/\?daddr=/)
    await expect(page.getByRole('link', { name: 'Google Maps' })).toBeVisible()
    await remove()
    await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
    await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
    await expect(page.getByRole('button', { name: 'Pause St. James Infirmary' })).toBeVisible()
    await page.getByRole('button', { name: /open the player$/ }).click()
    await expect(page.getByRole('dialog', { name: 'Player' })).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedConsole: /net::ERR_FAILED|Push messages/ })

  test('the page stays when a script that is loaded later fails, and “Tell me about new shows” reports its failure', async ({
    page,
  }) => {
    for (const script of ['Prompts', 'push'])
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort())
    await page.goto('/Shows')
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('Harbour Stage')).toBeVisible()
    await page.getByRole('button', { name: 'Tell me about new shows' }).click()
    await expect(page.getByText('Check your connection and try again.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tell me about new shows' })).toBeEnabled()
  })
})
