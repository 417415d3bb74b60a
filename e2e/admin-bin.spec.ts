import type { Page } from '@playwright/test'
import {
  expect,
  holdBack,
  logIn,
  settled,
  violationsInBothSchemes,
} from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'
import { addShow, addTrack, publicTracks } from '../testing/records'

test.use({ viewport: { width: 360, height: 740 } })

const nameOf = ({ name }: { name: string }) => name
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('tracks are ordered with the finger; what is deleted comes back from the bin', async ({
  page,
  ownSite,
}) => {
  for (const name of ['One', 'Two', 'Three']) await addTrack(ownSite, name)
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin`)
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByRole('button', { name: 'Change the order' }).click()
  // The handle at the left of the first row is dragged to the last one.
  const [first, last] = [row(page, 'One'), row(page, 'Three')]
  const from = await settled(page, () => first.boundingBox())
  const to = await last.boundingBox()
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 30, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByText('One is number 3 of 3 now.')).toBeAttached()
  // The unsaved order survives a visit to another page.
  await page.getByRole('link', { name: 'Enquiries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeVisible()
  await page.goBack()
  await page.getByRole('tab', { name: 'Music' }).click()
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Saved: the order of the tracks')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the order' })).toBeFocused()
  expect((await publicTracks(ownSite)).map(nameOf)).toEqual(['Two', 'Three', 'One'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored: the order of the tracks')).toBeVisible()
  expect((await publicTracks(ownSite)).map(nameOf)).toEqual(['One', 'Two', 'Three'])

  // A deleted show is back with one press, and from the bin later.
  await addShow(ownSite)
  await page.goto(`${ownSite.url}/Admin`)
  const remove = async () => {
    await row(page, 'The Barn').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this show?' })
    await expect(dialog).toContainText('goes to the bin, where it stays for 30 days')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted: The Barn, July 4, 2031')).toBeVisible()
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Restored: The Barn, July 4, 2031')).toBeVisible()
  // A keyboard goes on where it was before the notice.
  await page.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('main :focus')).toBeVisible()
  await expect(row(page, 'The Barn')).toHaveCount(1)
  await remove()
  await page.goto(`${ownSite.url}/Admin/account#bin`)
  const item = row(page, 'The Barn')
  await expect(item).toContainText('show, deleted')
  expect(await violationsInBothSchemes(page)).toEqual([])
  await item.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored: July 4, 2031 at The Barn, London')).toBeVisible()
  await expect(item).toHaveCount(0)
  expect((await ownSite.fetch('/Shows/2031-07-04-the-barn-london')).status).toBe(200)

  // Deleting for good needs a confirmation.
  await page.goto(`${ownSite.url}/Admin`)
  await page.getByRole('tab', { name: 'Music' }).click()
  await row(page, 'One').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted: One')).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/account#bin`)
  await row(page, 'One').getByRole('button', { name: 'Delete for good' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this for good?' })
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Deleted for good: One by Us')).toBeVisible()
  await expect(page.getByText('The bin is empty.')).toBeVisible()

  // A press while another change is sent waits for it.
  await page.goto(`${ownSite.url}/Admin`)
  await page.getByRole('tab', { name: 'Music' }).click()
  const release = await holdBack(page, '**/api/music/*')
  for (const name of ['Two', 'Three']) {
    await row(page, name).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  release()
  await expect(row(page, 'Two')).toHaveCount(0)
  await expect(row(page, 'Three')).toHaveCount(0)
  expect((await publicTracks(ownSite)).map(nameOf)).toEqual([])
})
