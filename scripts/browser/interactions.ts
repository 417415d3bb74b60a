import type { BrowserContext, Page } from '@playwright/test'
import { pages } from '../../api/shared/site-map'
import type { Figure } from './figures'
import { phone, slowDownCpu, withChromium } from './slow-phone'

/** Limit of the 75th percentile (milliseconds). */
const bound = 100

/** Measures links, playback, typing and the search of songs on an emulated slow phone, in a first and a second visit: the
 * time from an input to the next paint (Event Timing API).
 * @param rounds number of browser profiles in which each visit is made */
export async function measureInteractions(url: string, rounds: number): Promise<Figure[]> {
  const visits: Record<string, number[]> = { 'first visit': [], 'second visit': [] }
  await withChromium(async (browser) => {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext(phone)
      for (const durations of Object.values(visits))
        durations.push(...(await measureVisit(context, url)))
      await context.close()
    }
  })
  return Object.entries(visits).map(([visit, durations]) => ({
    name: `${durations.length} interactions of a ${visit}, 75th percentile`,
    value: percentile75(durations),
    unit: 'ms',
    bound,
  }))
}

function percentile75(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? Number.NaN
}

/** @returns the durations of the interactions in milliseconds */
async function measureVisit(context: BrowserContext, url: string): Promise<number[]> {
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  await page.goto(url, { waitUntil: 'networkidle' })
  await slowDownCpu(page)
  const durations: number[] = []
  const measure = async (interact: () => Promise<void>) => {
    await interact()
    durations.push(await longestInteraction(page))
  }
  const press = (selector: string) =>
    measure(() => page.locator(selector).filter({ visible: true }).first().tap())

  for (const page of [pages.shows, pages.music, pages.aboutUs, pages.videos, pages.music])
    await press(`header a[href="${page.path}"]`)
  await press('main button[aria-label^="Play"]')
  await press(`header a[href="${pages.bookUs.path}"]`)
  await press('textarea')
  for (const key of 'Hi!') await measure(() => page.keyboard.press(key))
  await press(`main a[href="${pages.songs.path}"]`)
  await press('input[type="search"]')
  for (const key of 'so') await measure(() => page.keyboard.press(key))
  await press('main input[type="checkbox"]')
  await page.close()
  return durations
}

/** Runs in the page: records the longest duration of each interaction. */
function observeInteractions() {
  const durations = new Map<number, number>()
  Object.assign(window, { interactionDurations: durations })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      const { interactionId, duration } = entry
      if (interactionId === 0) continue
      durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration))
    }
    // 16 ms is the smallest threshold that browsers accept.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Returns the longest interaction since the last call; 0 if all were below the observer's threshold. */
async function longestInteraction(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    // Entries are reported after the frame that ends the interaction.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
    const { interactionDurations } = window as unknown as {
      interactionDurations: Map<number, number>
    }
    const longest = Math.max(0, ...interactionDurations.values())
    interactionDurations.clear()
    return longest
  })
}
