import type { BrowserContext, Page } from '@playwright/test'
import { pages } from '../api/shared/site-map'
import { phone, slowDownCpu, withChromium } from './slow-phone'

/** An interaction with its duration (milliseconds) from the input to the next paint (Event Timing API). */
export interface Interaction {
  name: string
  duration: number
}

/** Measures links, playback, typing and the search of songs on an emulated slow phone, in a first and a second visit.
 * @param rounds number of browser profiles in which each visit is made */
export async function measureInteractions(
  url: string,
  rounds: number,
): Promise<Record<'first visit' | 'second visit', Interaction[]>> {
  return withChromium(async (browser) => {
    const found = { 'first visit': [] as Interaction[], 'second visit': [] as Interaction[] }
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext(phone)
      for (const visit of ['first visit', 'second visit'] as const)
        found[visit].push(...(await measureVisit(context, url)))
      await context.close()
    }
    return found
  })
}

/** Returns the 75th percentile of the durations. */
export function percentile75(interactions: readonly Interaction[]): number {
  const durations = interactions.map(({ duration }) => duration).sort((a, b) => a - b)
  return durations[Math.ceil(durations.length * 0.75) - 1] ?? Number.NaN
}

async function measureVisit(context: BrowserContext, url: string): Promise<Interaction[]> {
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  await page.goto(url, { waitUntil: 'networkidle' })
  await slowDownCpu(page)
  const interactions: Interaction[] = []
  const measure = async (name: string, interact: () => Promise<void>) => {
    await interact()
    interactions.push({ name, duration: await longestInteraction(page) })
  }
  const press = (name: string, selector: string) =>
    measure(name, () => page.locator(selector).filter({ visible: true }).first().tap())

  for (const page of [pages.shows, pages.music, pages.aboutUs, pages.videos, pages.music])
    await press(`link to ${page.path}`, `header a[href="${page.path}"]`)
  await press('play', 'main button[aria-label^="Play"]')
  await press(`link to ${pages.bookUs.path}`, `header a[href="${pages.bookUs.path}"]`)
  await press('field', 'textarea')
  for (const key of 'Hi!') await measure('typing', () => page.keyboard.press(key))
  await press(`link to ${pages.songs.path}`, `main a[href="${pages.songs.path}"]`)
  await press('field', 'input[type="search"]')
  for (const key of 'so') await measure('searching songs', () => page.keyboard.press(key))
  await press('ticking a song', 'main input[type="checkbox"]')
  await page.close()
  return interactions
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
