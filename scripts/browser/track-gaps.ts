import { addShortTracks } from '../../testing/short-tracks'
import type { ThrowawaySite } from '../throwaway-site'
import type { Figure } from './figures'
import { withChromium } from './slow-phone'

const pages = ['Shows', 'Videos', 'About Us', 'Home', 'Music']

const trackCount = 12
/** Milliseconds. */
const bound = 300

/** Adds short tracks, plays them one after the other, and moves between pages meanwhile. Measures the longest silence between two
 * tracks: from the `ended` event to the `playing` event. */
export async function measureTrackGaps(site: ThrowawaySite): Promise<Figure[]> {
  await addShortTracks(site.url, await site.token(), trackCount)
  const value = await withChromium(async (browser) => {
    const page = await browser.newPage()
    await page.addInitScript(() => {
      const gaps: number[] = []
      Object.assign(window, { gaps, endings: 0 })
      document.addEventListener('DOMContentLoaded', () => {
        const player = document.querySelector<HTMLAudioElement>('audio:not([controls])')
        let endedAt: number | undefined
        player?.addEventListener('ended', () => {
          endedAt = performance.now()
          ;(window as unknown as { endings: number }).endings += 1
        })
        player?.addEventListener('playing', () => {
          if (endedAt !== undefined) gaps.push(performance.now() - endedAt)
        })
      })
    })
    await page.goto(`${site.url}/Music`)
    await page.getByRole('button', { name: 'Play Short 1', exact: true }).click()
    for (let index = 0; index < trackCount; index += 1) {
      await page.waitForFunction(
        (least) => (window as unknown as { endings: number }).endings >= least,
        index + 1,
      )
      const name = pages[index % pages.length] ?? ''
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    }
    const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)
    return gaps.length === trackCount - 1 ? Math.max(...gaps) : Number.NaN
  })
  return [{ name: `longest silence between ${trackCount} tracks`, value, unit: 'ms', bound }]
}
