import { chromium } from '@playwright/test'
import { median } from './median'

/** Lighthouse's "slow 4G" as DevTools throttling: bytes per second and milliseconds. */
const slow4g = {
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
  latency: 562,
  offline: false,
}
const slowdown = 4

/** Measures the largest paint of a second visit: scripts and styles are in the browser's cache, the service worker is
 * installed and the install prompt is due.
 * @param rounds number of measurements
 * @returns the median in milliseconds */
export async function measureSecondVisit(
  url: string,
  executablePath: string,
  rounds: number,
): Promise<number> {
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        isMobile: true,
      })
      const page = await context.newPage()
      await page.goto(url, { waitUntil: 'networkidle' })
      // Marks the visitor as engaged, so that the install prompt may be shown.
      await page.evaluate(() => localStorage.setItem('engaged', 'yes'))
      await page.goto('about:blank')
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          Object.assign(window, { largestPaint: list.getEntries().at(-1)?.startTime })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        addEventListener('load', () => dispatchEvent(new Event('beforeinstallprompt')))
      })
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', slow4g)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.goto(url, { waitUntil: 'networkidle' })
      times.push(
        await page.evaluate(() => (window as { largestPaint?: number }).largestPaint ?? Number.NaN),
      )
      await context.close()
    }
    return median(times)
  } finally {
    await browser.close()
  }
}
