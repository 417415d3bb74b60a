import { MongoClient, ObjectId } from 'mongodb'
import { expect, holdBack, logIn, test } from '../testing/browser/fixtures'
import { type Site, startSite } from '../testing/site-process'

const day = 86_400_000

/** Adds 120 shows, half of them past, and 30 tracks. */
async function addMany({ databaseUri }: Site) {
  const client = await MongoClient.connect(databaseUri)
  const db = client.db()
  await db.collection('shows').insertMany(
    Array.from({ length: 120 }, (_, index) => ({
      date: new Date(Date.now() + (index - 60) * 20 * day).toISOString().slice(0, 10),
      venue: `The Hall Number ${index}`,
      city: 'London',
      version: 1,
      updatedAt: new Date(),
    })),
  )
  const track = await db.collection('music').findOne()
  await db.collection('music').insertMany(
    Array.from({ length: 30 }, (_, index) => ({
      ...track,
      _id: new ObjectId(),
      fileId: new ObjectId(),
      name: `Old Tune Number ${index}`,
    })),
  )
  await client.close()
}

let bigSite: Site

// All tests run in one worker, so that the site is started only once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ host }) => {
  bigSite = await startSite({ RATE_LIMIT: 'off' }, process.env['TEST_DEMO_DATABASE'], host.run)
  await addMany(bigSite)
  await bigSite.pause()
  await bigSite.resume()
})

test.afterAll(() => bigSite.stop())

test('shows to come are there in parts, past ones by year', async ({ page }) => {
  await page.goto(`${bigSite.url}/Shows`)
  const past = page.getByRole('region', { name: 'You should have been there' })
  // The tickets of past shows are punched.
  const coming = page.getByRole('main').getByRole('listitem').filter({ hasNotText: '(past)' })
  await expect(coming).toHaveCount(20)
  const months = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(months.first()).toHaveText(/^[A-Z][a-z]+ 20\d\d$/)
  await page.getByRole('button', { name: /^\d+ more shows$/ }).click()
  await expect(coming).toHaveCount(60)
  await expect(coming.nth(20).getByRole('link').first()).toBeFocused()

  await expect(past.getByRole('listitem')).toHaveCount(10)
  const lastYear = String(new Date().getUTCFullYear() - 1)
  const year = past.getByRole('button', { name: new RegExp(`^${lastYear} `) })
  const count = Number(/\d+$/.exec((await year.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(10)
  await year.click()
  await expect(year).toHaveAttribute('aria-pressed', 'true')
  await expect(past.getByRole('listitem')).toHaveCount(count)
  for (const text of await past.getByRole('time').allTextContents())
    expect(text).toContain(lastYear)
})

test('a link to a show that the page does not begin with leads to it', async ({
  page,
  request,
}) => {
  const { shows } = await (await request.get(`${bigSite.url}/api/shows`)).json()
  const find = (venue: string) =>
    shows.find((show: { venue: string }) => show.venue === venue) as { _id: string }
  for (const venue of ['The Hall Number 3', 'The Hall Number 110']) {
    await page.goto('about:blank')
    await page.goto(`${bigSite.url}/Shows#${find(venue)._id}`)
    await expect(page.getByText(venue, { exact: true })).toBeInViewport()
  }
})

test.describe('when the rest of the shows can’t be had', () => {
  test.use({ expectedConsole: /503 \(Service Unavailable\)|Loading the shows failed:/ })
  test('the page has an error message and keeps its shows', async ({ page }) => {
    await page.route('**/api/shows', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${bigSite.url}/Shows`)
    // Scripts add this link after hydration.
    await expect(page.locator('head > link[rel="manifest"]')).toBeAttached()
    const more = page.getByRole('button', { name: /\d+ more shows?$/ })
    await more.click()
    await expect(page.getByRole('alert')).toHaveText(
      'The other shows could not be loaded. Please try again.',
    )
    await page.unroute('**/api/shows')
    await more.click()
    await expect(page.getByText('The Hall Number 119')).toHaveCount(0)
    await expect(page.getByText('The Hall Number 100')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('a long list of tracks can be shown as rows, and stays so', async ({ page }) => {
  await page.goto(`${bigSite.url}/Music`)
  await page.getByRole('button', { name: 'Show as a list' }).click()
  const row = page.getByRole('main').getByRole('listitem').first()
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(70)
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show as records' })).toBeVisible()
  await row.getByRole('button', { name: /^Play / }).click()
  await expect(row).toContainText('Playing')
})

test('more tracks are loaded as the visitor scrolls, and a search typed before hydration finds a track that is not loaded yet', async ({
  page,
}) => {
  const letThrough = await holdBack(page, '**/assets/*.js')
  await page.goto(`${bigSite.url}/Music`)
  const names = page.getByRole('heading', { level: 2 })
  const search = page.getByLabel('Find one of 34 tracks')
  await search.fill('number 27')
  letThrough()
  await expect(names).toHaveText(['Old Tune Number 27'])
  await expect(search).toHaveValue('number 27')
  await expect(page.getByText('1 found')).toBeVisible()
  await search.fill('nothing of the kind')
  await expect(page.getByText('0 found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(search).toBeFocused()
  await expect(names.first()).toBeVisible()
  expect(await names.count()).toBeLessThan(34)
  await expect(async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await names.count()).toBe(34)
  }).toPass()
})

test('the back office shows what is next first, in parts, and finds the rest', async ({ page }) => {
  await logIn(page, bigSite)
  await page.goto(`${bigSite.url}/Admin`)
  const rows = page.getByRole('group', { name: 'All shows' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: /^Show 50 more of \d+$/ }).click()
  await page.locator('summary').filter({ hasText: 'Past' }).click()
  await expect(rows).toHaveCount(100)
  // The label of the last part names the number of shows that are left.
  const more = page.getByRole('button', { name: /^Show/ })
  while (/more of/.test((await more.textContent()) ?? '')) await more.click()
  const left = Number(/^Show the other (\d+)$/.exec((await more.textContent()) ?? '')?.[1])
  const before = await rows.count()
  await more.click()
  await expect(rows).toHaveCount(before + left)
  await expect(more).toHaveCount(0)
  await page.getByRole('searchbox').fill('number 3, hall')
  const third = rows.filter({ hasText: ' at The Hall Number 3, London' })
  await expect(third).toHaveCount(1)
  await expect.poll(() => rows.count()).toBeLessThan(50)
  await third.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue('The Hall Number 3')
})
