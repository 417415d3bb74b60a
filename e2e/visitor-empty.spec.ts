import { expect } from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'

test('empty lists have a message and a way on', async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/Shows`)
  await expect(page.getByText('No shows announced yet. Book us!')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a date' }).click()
  await expect(page).toHaveURL(/\/BookUs$/)
  // No link leads to an empty page.
  for (const path of ['/', '/Music']) {
    await page.goto(ownSite.url + path)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Ask for a date' })).toBeVisible()
    await expect(main.getByRole('link', { name: /See the shows|Hear us/ })).toHaveCount(0)
  }
  await expect(page.getByText('No recordings yet. Come and hear us live!')).toBeVisible()
})
