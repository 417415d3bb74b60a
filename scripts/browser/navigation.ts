import type { Page } from '@playwright/test'
import { median } from '../median'
import type { Figure } from './figures'
import { phone, slowDownCpu, withChromium } from './slow-phone'

const rounds = 3
/** Milliseconds, with the processor at full speed. */
const bound = 100

/** Measures the time from a click on a focused (hence preloaded) link to the frame with the next page's heading, at full
 * speed and with the processor four times slowed down. */
export async function measureNavigation(url: string): Promise<Figure[]> {
  const name = 'from a press to the next page'
  return [
    { name: `${name}, at full speed`, value: await measureLinks(url, 1), unit: 'ms', bound },
    { name: `${name}, four times slowed down`, value: await measureLinks(url, 4), unit: 'ms' },
  ]
}

/** @param slowdown CPU slowdown relative to this machine
 * @returns the median over the site's main links in milliseconds */
async function measureLinks(url: string, slowdown: number): Promise<number> {
  return withChromium(async (browser) => {
    const page = await browser.newPage(phone)
    await page.goto(url, { waitUntil: 'networkidle' })
    await slowDownCpu(page, slowdown)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['Shows', 'Music', 'About Us', 'Videos', 'Home'])
        times.push(await navigate(page, name))
    return median(times)
  })
}

async function navigate(page: Page, name: string): Promise<number> {
  const link = page.getByRole('link', { name, exact: true }).filter({ visible: true }).first()
  await link.focus()
  await page.waitForLoadState('networkidle')
  return link.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const heading = () => document.querySelector('h1')
        const before = heading()
        const clickedAt = performance.now()
        const observer = new MutationObserver(() => {
          if (!heading() || heading() === before) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - clickedAt))
        })
        observer.observe(document, { childList: true, subtree: true })
        ;(element as HTMLElement).click()
      }),
  )
}
