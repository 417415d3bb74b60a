import type { Page } from '@playwright/test'
import { cachedResponses, expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { logIn, violationsInBothSchemes } from '../testing/browser/fixtures'
import { asAdmin, json } from '../testing/requests'
import type { Site } from '../testing/site-process'

test.use({
  hasTouch: true,
  expectedConsole:
    /Failed to load resource|Loading the (shows|songs|tracks) failed|Token verification failed|could not be saved|status code 401/,
})

/** Everything that the page's IndexedDB databases contain, as text. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const request = db.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        texts.push(JSON.stringify(request.result))
      }
      db.close()
    }
    return texts.join('\n')
  })

async function prepare(page: Page, site: Site) {
  const headers = asAdmin(await site.token())
  const post = async (path: string, body: object) =>
    (await site.fetch(path, json('POST', body, headers))).json()
  const { song } = (await post('/api/songs', { title: 'Aja', artist: 'Steely Dan' })) as {
    song: { _id: string }
  }
  await post('/api/shows', {
    date: '2031-06-01',
    venue: 'Secret Wedding',
    city: 'Arva',
    visibility: 'private',
    setList: [{ songIds: [song._id] }],
  })
  await post('/bookus', { name: 'Pat', email: 'pat@example.org', message: 'A barn, in June.' })
  await firstVisit(page, `${site.url}/Shows`)
  await logIn(page, site)
  await page.goto(`${site.url}/Admin`)
  await expect(page.getByText('Secret Wedding')).toBeVisible()
  // These two are saved last.
  await expect.poll(() => storedTexts(page), { timeout: 30_000 }).toContain('A barn, in June.')
  await expect.poll(() => storedTexts(page)).toContain('Steely Dan')
}

test('without signal the back office shows what the phone last received, also after a reload', async ({
  page,
  context,
  ownSite,
}) => {
  await prepare(page, ownSite)
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Back office pages' })
  await menu.getByRole('link', { name: 'More' }).tap()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Stage/ })
    .tap()
  await expect(page.getByText('Aja', { exact: true })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin`)
  await expect(page.getByText('Secret Wedding')).toBeVisible()
  await expect(
    page.getByText(/^The site did not respond\. This page shows what this device received/),
  ).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  await expect(page.getByText('A barn, in June.')).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/stage`)
  await expect(page.getByText('Aja', { exact: true })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/nights`)
  await expect(page.getByRole('heading', { level: 1, name: 'Nights' })).toBeVisible()

  await context.setOffline(false)
  await page.goto(`${ownSite.url}/Admin`)
  await expect(page.getByText('Secret Wedding')).toBeVisible()
  await expect(page.getByText(/^The site did not respond/)).toHaveCount(0)
})

test('logging out leaves nothing of the back office on the phone', async ({ page, ownSite }) => {
  await prepare(page, ownSite)
  const secrets = /Secret Wedding|A barn, in June|pat@example\.org/
  expect(await storedTexts(page)).toMatch(secrets)
  const cached = (await cachedResponses(page)).map(({ text }) => text).join('\n')
  expect(cached).not.toMatch(secrets)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await expect.poll(() => storedTexts(page)).not.toMatch(secrets)
})

test('a token that the server refuses leaves nothing of the back office on the phone', async ({
  page,
  ownSite,
}) => {
  await prepare(page, ownSite)
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await ownSite.fetch('/api/admin/logout', { method: 'POST', headers: asAdmin(token ?? '') })
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await expect.poll(() => storedTexts(page)).not.toContain('Secret Wedding')
})
