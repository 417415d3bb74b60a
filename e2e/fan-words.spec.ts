import sharp from 'sharp'
import {
  cachedResponses,
  expect,
  firstVisit,
  harbourStage,
  test,
} from '../testing/browser/fan-fixtures'
import { send } from '../testing/records'
import { asAdmin, json } from '../testing/requests'
import { site as first } from '../web/content/site'

test('changed shows, words, colours and pictures are there without signal after the next visit', async ({
  page,
  context,
  ownSite,
}) => {
  await firstVisit(page, ownSite.url)
  await expect(page.getByText('Harbour Stage')).toBeVisible()
  const show = await harbourStage(ownSite)
  const moved = { ...show, venue: 'The Other Stage' }
  await send(ownSite, 'PUT', `/api/shows/${show._id}`, moved)
  const headers = asAdmin(await ownSite.token())
  const body = new FormData()
  const photo = sharp({ create: { width: 1000, height: 1200, channels: 3, background: '#2c7f7a' } })
  body.set('picture', new Blob([new Uint8Array(await photo.jpeg().toBuffer())]), 'sam.jpg')
  const uploaded = await ownSite.fetch('/api/pictures', { method: 'POST', headers, body })
  const { picture } = (await uploaded.json()) as { picture: { src: string } }
  const change = {
    name: 'The Spoons',
    colours: { ...first.colours, ground: { day: '#dfe9ef', night: '#0b1a26' } },
    members: [{ name: 'Sam Keys', photo: { ...picture, alt: 'Sam at the organ' } }],
  }
  await ownSite.fetch('/api/site', json('PUT', change, headers))

  await page.goto(`${ownSite.url}/Shows`)
  await expect
    .poll(async () => (await cachedResponses(page)).find(({ url }) => /api.shows$/.test(url))?.text)
    .toContain('The Other Stage')
  const saved = (src: string) =>
    page.evaluate(
      async (path) => (await (await caches.open('pictures')).match(path)) !== undefined,
      src,
    )
  await expect.poll(() => saved(picture.src)).toBe(true)
  await expect.poll(() => saved('/demo/bass.jpg')).toBe(false)
  await context.setOffline(true)
  // The page was never opened, so the browser renders it from the saved words.
  await page.goto(`${ownSite.url}/AboutUs`)
  await expect(page).toHaveTitle('About Us · The Spoons')
  await expect(page.getByRole('heading', { name: 'Sam Keys' })).toBeVisible()
  const shown = page.getByRole('img', { name: 'Sam at the organ' })
  await expect
    .poll(() => shown.evaluate((node: HTMLImageElement) => node.naturalWidth))
    .toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ground')))
    .toContain('#dfe9ef')
  await expect(page.getByRole('region', { name: 'A new version is ready' })).toHaveCount(0)
  // The page that was saved before the change does not bring the former state back.
  await page.goto(ownSite.url)
  await expect(page.getByText('The Other Stage')).toBeVisible()
})
