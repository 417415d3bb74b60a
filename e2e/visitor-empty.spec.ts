import { expect, test } from '../testing/browser/fixtures'
import { startSite } from '../testing/site-process'

test('empty lists have a message and a way on', async ({ page }) => {
  const site = await startSite({ DEMO_CONTENT: 'off' })
  try {
    await page.goto(`${site.url}/Shows`)
    await expect(page.getByText('No shows announced yet. Book us!')).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a date' }).click()
    await expect(page).toHaveURL(/\/BookUs$/)
    // No link leads to an empty page.
    for (const path of ['/Music', '/']) {
      await page.goto(site.url + path)
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'Ask for a date' })).toBeVisible()
      await expect(main.getByRole('link', { name: /See the shows|Hear us/ })).toHaveCount(0)
    }
    await page.goto(`${site.url}/Music`)
    await expect(page.getByText('No recordings yet. Come and hear us live!')).toBeVisible()
  } finally {
    // The page may still send requests.
    await page.close()
    await site.stop()
  }
})
