import { untilControlled } from '../../testing/browser/fan-fixtures'
import { startGate } from '../../testing/browser/gate'
import { median } from '../median'
import type { Figure } from './figures'
import { phone, withChromium } from './slow-phone'

/** Milliseconds by which each response is late, as on a phone's connection. */
const latency = 150
/** Milliseconds within which the site should be saved. */
const bound = 6_000

/** Measures how long it takes from a first visit until the site can be opened without a connection.
 * @param rounds number of measurements, of which the median counts */
export async function measureFirstVisits(url: string, rounds: number): Promise<Figure[]> {
  const gate = await startGate()
  gate.forwardTo(url)
  gate.onResponse(({ pass }) => setTimeout(pass, latency))
  const times: number[] = []
  await withChromium(async (browser) => {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext(phone)
      const page = await context.newPage()
      await page.goto(gate.url)
      await untilControlled(page)
      times.push(await page.evaluate(() => performance.now()))
      await context.close()
    }
  })
  await gate.stop()
  return [
    { name: 'a first visit until the site is saved', value: median(times), unit: 'ms', bound },
  ]
}
