import type { Browser } from '@playwright/test'
import { median } from './median'
import { observeLargestPaint, phone, slowDown, withChromium } from './slow-phone'

/** Measures the largest paint of a second visit: scripts and styles are in the browser's cache, the service worker is
 * installed and the install prompt is due.
 * @param rounds number of measurements
 * @returns the median in milliseconds */
export async function measureSecondVisit(url: string, rounds: number): Promise<number> {
  return withChromium(async (browser) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await visitTwice(browser, url))
    return median(times)
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
