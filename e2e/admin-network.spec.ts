import getPort from 'get-port'
import { test as base, expect, logIn } from '../testing/browser/fixtures'
import { type Gate, gateFixture } from '../testing/browser/gate'
import { addShow, publicTracks } from '../testing/records'
import { type Site, startSite } from '../testing/site-process'

/** A site for one test behind a proxy that can drop responses; pages are opened at the proxy's address. */
const test = base.extend<{
  gate: Gate
  gated: Site
}>({
  gate: gateFixture,
  gated: async ({ gate, host, page }, use) => {
    const variables = { RATE_LIMIT: 'off', API_HOST: gate.url }
    const site = await startSite(variables, process.env['TEST_EMPTY_DATABASE'], host.run)
    gate.forwardTo(site.url)
    await logIn(page, site)
    await page.goto(`${gate.url}/Admin`)
    await use(site)
    await page.close()
    await site.stop()
  },
})
test.use({
  expectedConsole:
    /Failed to load resource|could not be (saved|deleted)|Loading failed, so|deleted (meanwhile|already)/,
})

/** Drops the first response to each request with a method; the site still processes the request. */
function loseFirstResponses(gate: Gate, method: string) {
  const seen = new Set<string>()
  gate.onResponse(({ incoming, response, pass }) => {
    const key = `${incoming.url} ${incoming.headers['idempotency-key'] ?? seen.size}`
    if (incoming.method !== method || seen.has(key)) return pass()
    seen.add(key)
    response.destroy()
  })
  return seen
}

const showsOf = async (url: string) =>
  ((await (await fetch(`${url}/api/shows`)).json()) as { shows: { _id: string; venue: string }[] })
    .shows

test('two shows and a track are stored once each although the first responses are lost', async ({
  page,
  gate,
  gated,
}) => {
  const lost = loseFirstResponses(gate, 'POST')
  for (let count = 0; count < 2; count += 1) {
    await page.getByLabel('Date').fill('2031-07-04')
    await page.getByLabel('Venue').fill(`Hall ${count}`)
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(page.getByText(`Added: Hall ${count}, July 4, 2031`)).toBeVisible()
  }
  expect(lost.size).toBe(2)
  const venues = (await showsOf(gated.url)).map(({ venue }) => venue)
  expect(venues.sort()).toEqual(['Hall 0', 'Hall 1'])

  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Once')
  await page.getByLabel('Artist').fill('x')
  await page.getByLabel('Location').fill('x')
  await page.getByLabel('Mp3 file').setInputFiles('api/demo/tracks/scarborough-fair.mp3')
  await page.getByRole('button', { name: 'Add Music' }).click()
  await expect(page.getByText('Added: Once')).toBeVisible()
  expect(lost.size).toBe(3)
  expect(await publicTracks(gated)).toHaveLength(1)
})

test('a show that gets no response waits on the phone, and is sent once when the site responds', async ({
  page,
  gate,
  gated,
}) => {
  gate.onResponse(({ incoming, response, pass }) =>
    incoming.method === 'POST' ? void response.destroy() : pass(),
  )
  await page.getByLabel('Date').fill('2031-07-04')
  await page.getByLabel('Venue').fill('The Barn')
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Add Show' }).click()
  await expect(
    page.getByText(
      'Saved on this device: The Barn, July 4, 2031. It will be sent when the site responds.',
    ),
  ).toBeVisible()
  await expect(page.getByText('1 change on this device is not sent yet.')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'The Barn' })
  await expect(row.filter({ has: page.getByRole('button', { name: 'Edit' }) })).toContainText(
    'Waiting',
  )
  gate.open()
  await expect(page.getByText(/not sent yet/)).toHaveCount(0)
  await expect(page.getByText(/^Saved on this device/)).toHaveCount(0)
  await expect(row).not.toContainText('Waiting')
  expect((await showsOf(gated.url)).map(({ venue }) => venue)).toEqual(['The Barn'])
})

test('a change and a deletion whose answers are lost are done once, and say so', async ({
  page,
  gate,
  gated,
}) => {
  await addShow(gated)
  await page.reload()
  const item = page.getByRole('listitem').filter({ hasText: 'The Barn' })
  await item.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('St. Thomas')
  gate.onResponse(({ incoming, response, pass }) =>
    incoming.method === 'PUT' ? void response.destroy() : pass(),
  )
  await page.getByRole('button', { name: 'Update Show' }).click()
  await expect(page.getByText(/^Saved on this device: The Barn, July 4, 2031/)).toBeVisible()
  gate.open()
  // The admin's own update, whose response was lost, causes no conflict, even after a further change.
  await item.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('St. Marys')
  await page.getByRole('button', { name: 'Update Show' }).click()
  await expect(page.getByText('Updated: The Barn, July 4, 2031')).toBeVisible()

  gate.onResponse(({ incoming, response, pass }) =>
    incoming.method === 'DELETE' ? void response.destroy() : pass(),
  )
  const remove = async () => {
    await item.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expect(page.getByRole('alert')).toContainText('The show could not be deleted.')
  gate.open()
  await remove()
  await expect(page.getByText('Deleted: The Barn, July 4, 2031')).toBeVisible()
  expect(await showsOf(gated.url)).toEqual([])
})

test('the back office requests its lists from the API host, public pages from their own origin', async ({
  page,
  gate,
  host,
}) => {
  const port = String(await getPort())
  const variables = {
    PORT: port,
    API_HOST: gate.url,
    CORS_ORIGINS: `http://localhost:${port}`,
  }
  const site = await startSite(variables, process.env['TEST_EMPTY_DATABASE'], host.run)
  gate.forwardTo(site.url)
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(admin\/(shows|music)|shows|music)$/.test(request.url())) lists.push(request.url())
  })
  await logIn(page, site)
  await page.goto(`${site.url}/Admin`)
  await expect(page.getByText('Nothing here yet. Add the first show.')).toBeVisible()
  await expect
    .poll(() => lists.toSorted())
    .toEqual([`${gate.url}/api/admin/music`, `${gate.url}/api/admin/shows`])
  lists.length = 0
  await page.getByRole('banner').getByText('Site', { exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByText('No shows announced yet.')).toBeVisible()
  expect(lists).toEqual([`${site.url}/api/shows`])
  await page.close()
  await site.stop()
})

test.describe('a fee', () => {
  test.use({ expectedConsole: /Failed to load resource|The show could not be changed/ })

  test('can be marked as paid after a failure', async ({ page, gate, gated }) => {
    await addShow(gated, { fee: 500 })
    await page.goto(`${gate.url}/Admin/enquiries`)
    const owed = page.getByRole('region', { name: 'Unpaid fees' })
    await page.route('**/api/shows/*', (route) => route.fulfill({ status: 500 }))
    await owed.getByRole('button', { name: 'Mark paid' }).click()
    await expect(page.getByText('The show could not be changed.')).toBeVisible()
    await page.unrouteAll()
    await owed.getByRole('button', { name: 'Mark paid' }).click()
    await expect(page.getByText('Paid: The Barn, July 4, 2031')).toBeVisible()
  })
})
