import { startSite } from '../api/testing/start-site'
import { expect, test } from './fixtures'

test('empty lists say so kindly', async ({ page }) => {
  const site = await startSite({ DEMO_CONTENT: 'off' })
  try {
    await page.goto(`${site.url}/Shows`)
    await expect(page.getByText('No shows announced yet. Book us!')).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a date' }).click()
    await expect(page).toHaveURL(/\/BookUs$/)
    await page.goto(`${site.url}/Music`)
    await expect(page.getByText('No recordings yet. Come and hear us live!')).toBeVisible()
    await page.goto(site.url)
    await expect(page.getByRole('link', { name: 'See the shows' })).toBeVisible()
  } finally {
    // It may still ask for something.
    await page.close()
    await site.stop()
  }
})
