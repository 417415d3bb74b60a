import { withChromium } from './slow-phone'

const pages = ['Shows', 'Videos', 'About Us', 'Home', 'Music']

/** Plays the tracks whose names begin with `Short` one after the other, and moves between pages meanwhile.
 * @param count the number of these tracks
 * @returns the longest silence between two tracks, in milliseconds: from the `ended` event to the `playing` event */
export async function measureTrackGaps(url: string, count: number): Promise<number> {
  return withChromium(async (browser) => {
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
    await page.goto(`${url}/Music`)
    await page.getByRole('button', { name: 'Play Short 1', exact: true }).click()
    for (let index = 0; index < count; index += 1) {
      await page.waitForFunction(
        (least) => (window as unknown as { endings: number }).endings >= least,
        index + 1,
      )
      const name = pages[index % pages.length] ?? ''
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    }
    const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)
    return gaps.length === count - 1 ? Math.max(...gaps) : Number.NaN
  })
}
