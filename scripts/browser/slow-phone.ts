import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../testing/browser/browsers'

/** Lighthouse's CPU slowdown for a mid-range phone, relative to this machine. */
const slowdown = 4

/** Lighthouse's phone, in CSS pixels. */
export const phone = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions

/** Lighthouse's "slow 4G" as DevTools throttling: bytes per second and milliseconds. */
const slow4g = {
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
  latency: 562,
  offline: false,
}

/** Runs measurements in Chromium, which is closed afterwards. */
export async function withChromium<Result>(
  measure: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

/** Slows a page's CPU down.
 * @param rate relative to this machine */
export async function slowDownCpu(page: Page, rate = slowdown): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Slows a page down to a mid-range phone on slow 4G. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await slowDownCpu(page)
}

/** Records the Largest Contentful Paint of the pages that are loaded from now on.
 * @returns a function that returns the current page's in milliseconds */
export async function observeLargestPaint(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    new PerformanceObserver((list) => {
      Object.assign(window, { largestPaint: list.getEntries().at(-1)?.startTime })
    }).observe({ type: 'largest-contentful-paint', buffered: true }),
  )
  return () => page.evaluate(() => (window as { largestPaint?: number }).largestPaint ?? Number.NaN)
}
