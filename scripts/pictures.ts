/** Takes screenshots of the site for the README: `npm run docs:pictures`. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumFlags, findChromium } from '../testing/browser/browsers'
import { startThrowawaySite } from './throwaway-site'

interface Shot {
  path: string
  device: 'phone' | 'desktop'
  scheme: 'light' | 'dark'
}

const screenshots = 'docs/pictures'
const shots: Record<string, Shot> = {
  [`${screenshots}/home-wide`]: { path: '/', device: 'desktop', scheme: 'dark' },
  [`${screenshots}/music-wide`]: { path: '/Music', device: 'desktop', scheme: 'light' },
  [`${screenshots}/shows-narrow`]: { path: '/Shows', device: 'phone', scheme: 'dark' },
  [`${screenshots}/site-phone`]: { path: '/Admin/site', device: 'phone', scheme: 'light' },
  [`${screenshots}/admin-phone`]: { path: '/Admin', device: 'phone', scheme: 'light' },
}
const devices = {
  phone: { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
}

const root = join(import.meta.dirname, '..')
for (const name of Object.keys(shots)) mkdirSync(dirname(join(root, name)), { recursive: true })
const site = await startThrowawaySite()
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
const token = await site.token()
for (const [name, shot] of Object.entries(shots)) await take(browser, name, shot)
await browser.close()
await site.stop()

async function take(from: Browser, name: string, { path, device, scheme }: Shot) {
  const page: Page = await from.newPage({
    ...devices[device],
    colorScheme: scheme,
    serviceWorkers: 'block',
  })
  await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
  await page.goto(site.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The back office's own header is loaded after the page.
  if (path.startsWith('/Admin')) await page.getByRole('banner').getByText('Site').waitFor()
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(join(root, `${name}.jpg`))
  await page.close()
}
