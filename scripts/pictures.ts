/** Takes the README's pictures of the running site anew: `npm run docs:pictures`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startMongod } from '../api/platform/embedded-mongod'
import { findMongod } from '../api/platform/mongod-binary'
import { buildWhereNeeded } from './build'
import { findChromium } from './chromium'

interface Shot {
  path: string
  device: 'phone' | 'desktop'
  scheme: 'light' | 'dark'
}

const shots: Record<string, Shot> = {
  'home-desktop': { path: '/', device: 'desktop', scheme: 'dark' },
  'music-desktop': { path: '/Music', device: 'desktop', scheme: 'light' },
  'shows-phone': { path: '/Shows', device: 'phone', scheme: 'dark' },
  'admin-phone': { path: '/Admin', device: 'phone', scheme: 'light' },
}
const sizes = { phone: { width: 390, height: 800 }, desktop: { width: 1280, height: 800 } }

const folder = join(import.meta.dirname, '../docs/pictures')
const scratch = mkdtempSync(join(tmpdir(), 'pictures-'))
mkdirSync(folder, { recursive: true })
await buildWhereNeeded()
const mongod = await startMongod(
  await findMongod(process.env['MONGOD'] || undefined, console.log),
  scratch,
)
process.env['TEST_MONGODB_URI'] = mongod.uri.replace(/\/band$/, '')
const { startSite } = await import('../api/testing/start-site')
const site = await startSite({ DEMO_CONTENT: 'on' })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const token = await site.token()
for (const [name, shot] of Object.entries(shots)) await take(browser, name, shot)
await browser.close()
await site.stop()
await mongod.stop()
rmSync(scratch, { recursive: true, force: true })

async function take(from: Browser, name: string, { path, device, scheme }: Shot) {
  const page: Page = await from.newPage({ viewport: sizes[device], colorScheme: scheme })
  await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
  await page.goto(site.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(folder, `${name}.jpg`))
  await page.close()
}
