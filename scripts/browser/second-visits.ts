import type { Browser } from '@playwright/test'
import { median } from '../median'
import { paintBounds } from './audits'
import type { Figure } from './figures'
import { observeLargestPaint, phone, slowDown, withChromium } from './slow-phone'

/** Measures the largest paint of a second visit to each public page: scripts and styles are in the browser's cache, the
 * service worker is installed and the install prompt is due.
 * @param rounds number of measurements, of which the median counts */
export async function measureSecondVisits(url: string, rounds: number): Promise<Figure[]> {
  return withChromium(async (browser) => {
    const figures: Figure[] = []
    for (const [path, bound] of Object.entries(paintBounds)) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1)
        times.push(await visitTwice(browser, url + path))
      const name = `${path}: largest paint of a second visit`
      figures.push({ name, value: median(times), unit: 'ms', bound })
    }
    return figures
  })
}

async function visitTwice(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  // Marks the visitor as engaged, so that the install prompt may be shown.
  await page.evaluate(() => localStorage.setItem('engaged', 'yes'))
  await page.goto('about:blank')
  const largestPaint = await observeLargestPaint(page)
  await page.addInitScript(() =>
    addEventListener('load', () => dispatchEvent(new Event('beforeinstallprompt'))),
  )
  await slowDown(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const time = await largestPaint()
  await context.close()
  return time
}
