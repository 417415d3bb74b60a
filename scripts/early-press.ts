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
/** Milliseconds after which a tap counts as lost. */
const timeout = 15_000

interface EarlyTap {
  /** Largest Contentful Paint in milliseconds. */
  largestPaint: number
  /** Milliseconds from the tap to playback; undefined if the tap was lost. */
  response: number | undefined
}

/** Taps a play button as soon as it is painted, on an emulated slow phone with a slow network.
 * @param rounds number of page loads
 * @returns medians, and the number of lost taps */
export async function measureEarlyPress(url: string, executablePath: string, rounds: number) {
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const taps: EarlyTap[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({
        ...{ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true },
      })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', slow4g)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.addInitScript(() =>
        new PerformanceObserver((list) => {
          Object.assign(window, { largestPaint: list.getEntries().at(-1)?.startTime })
        }).observe({ type: 'largest-contentful-paint', buffered: true }),
      )
      await page.goto(url, { waitUntil: 'commit' })
      const button = page.locator('main button[aria-label^="Play"]').first()
      await button.tap()
      const tappedAt = performance.now()
      const response = await page
        .locator('main button[aria-label^="Pause"]')
        .first()
        .waitFor({ timeout })
        .then(
          () => performance.now() - tappedAt,
          () => undefined,
        )
      const largestPaint = await page.evaluate(
        () => (window as { largestPaint?: number }).largestPaint ?? Number.NaN,
      )
      taps.push({ largestPaint, response })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const responses = taps.map(({ response }) => response).filter((one) => one !== undefined)
  return {
    largestPaint: median(taps.map(({ largestPaint }) => largestPaint)),
    lost: taps.length - responses.length,
    response: responses.length > 0 ? median(responses) : undefined,
  }
}
