import type { Browser } from '@playwright/test'
import { median } from './median'
import { observeLargestPaint, phone, slowDown, withChromium } from './slow-phone'

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
  const taps = await withChromium(executablePath, async (browser) => {
    const found: EarlyTap[] = []
    for (let round = 0; round < rounds; round += 1) found.push(await tapEarly(browser, url))
    return found
  })
  const responses = taps.map(({ response }) => response).filter((one) => one !== undefined)
  return {
    largestPaint: median(taps.map(({ largestPaint }) => largestPaint)),
    lost: taps.length - responses.length,
    response: responses.length > 0 ? median(responses) : undefined,
  }
}

async function tapEarly(browser: Browser, url: string): Promise<EarlyTap> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await slowDown(page)
  const largestPaint = await observeLargestPaint(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('main button[aria-label^="Play"]').first().tap()
  const tappedAt = performance.now()
  const response = await page
    .locator('main button[aria-label^="Pause"]')
    .first()
    .waitFor({ timeout })
    .then(
      () => performance.now() - tappedAt,
      () => undefined,
    )
  const tap = { largestPaint: await largestPaint(), response }
  await context.close()
  return tap
}
