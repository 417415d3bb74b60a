import { chromium, type Page } from '@playwright/test'
import { median } from './median'

const rounds = 3

/** Measures the time from a click on a focused (hence preloaded) link to the frame with the next page's heading.
 * @param slowdown CPU slowdown relative to this machine
 * @returns the median over the site's main links in milliseconds */
export async function measureNavigation(
  url: string,
  executablePath: string,
  slowdown: number,
): Promise<number> {
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 412, height: 823 }, isMobile: true })
    await page.goto(url, { waitUntil: 'networkidle' })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['Shows', 'Music', 'About Us', 'Videos', 'Home'])
        times.push(await navigate(page, name))
    return median(times)
  } finally {
    await browser.close()
  }
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
