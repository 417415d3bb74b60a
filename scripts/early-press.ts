import { chromium } from '@playwright/test'
import { median } from './median'

/** Lighthouse's "slow 4G" as devtools apply it: bytes a second and milliseconds. */
const slow4g = {
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
  latency: 562,
  offline: false,
}
const slowdown = 4
/** Milliseconds after which a press counts as lost. */
const timeout = 15_000

interface EarlyPress {
  /** Milliseconds to the largest paint. */
  largestPaint: number
  /** Milliseconds from the press to the music; undefined where the press was lost. */
  response: number | undefined
}

/** Presses a play button as soon as it is painted, on a slow phone with a slow network.
 * @param rounds how often */
export async function measureEarlyPress(url: string, executablePath: string, rounds: number) {
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const presses: EarlyPress[] = []
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
      const pressedAt = performance.now()
      const response = await page
        .locator('main button[aria-label^="Pause"]')
        .first()
        .waitFor({ timeout })
        .then(
          () => performance.now() - pressedAt,
          () => undefined,
        )
      const largestPaint = await page.evaluate(
        () => (window as { largestPaint?: number }).largestPaint ?? Number.NaN,
      )
      presses.push({ largestPaint, response })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const responses = presses.map(({ response }) => response).filter((one) => one !== undefined)
  return {
    largestPaint: median(presses.map(({ largestPaint }) => largestPaint)),
    lost: presses.length - responses.length,
    response: responses.length > 0 ? median(responses) : undefined,
  }
}
