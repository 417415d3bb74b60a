import type { Page } from '@playwright/test'
import { expect, holdBack, logIn, test, violationsOf } from '../testing/browser/fixtures'
import { addTrack, addUniqueShow, adminShows, send } from '../testing/records'
import { asAdmin, trackForm } from '../testing/requests'
import type { Site } from '../testing/site-process'

test.use({ expectedConsole: /status of (404|412)|changed or deleted meanwhile/ })

/** Adds a show for one test and opens it in the form. */
async function editing(page: Page, site: Site) {
  const show = await addUniqueShow(site)
  const { venue } = show
  await logIn(page, site)
  await page.goto('/Admin')
  const item = page.getByRole('listitem').filter({ hasText: venue })
  await item.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('Mine')
  /** The stored shows of this test. */
  const stored = async () => (await adminShows(site)).filter((one) => one.venue === venue)
  return { ...show, stored, cities: async () => (await stored()).map(({ city }) => city) }
}

const update = (page: Page) => page.getByRole('button', { name: 'Update Show' }).click()

test('if two people edit a show, the second one to save sees both versions and chooses one; an undo asks again', async ({
  page,
  site,
}) => {
  const { venue, change, cities, remove } = await editing(page, site)
  await change({ city: 'Theirs' })
  await update(page)
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this show' })
  await expect(dialog.getByRole('row', { name: 'City' })).toHaveText(/Mine\s*Theirs/)
  // What both have in common is not shown, and the title is in view.
  await expect(dialog.getByRole('row', { name: 'Venue' })).toHaveCount(0)
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  expect(await cities()).toEqual(['Theirs'])
  // Escape leads back to the form.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Mine')
  await update(page)
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page.getByLabel('City')).toHaveValue('')
  await expect(page.getByText(`July 4, 2031 at ${venue}, Theirs`)).toBeVisible()
  expect(await cities()).toEqual(['Theirs'])
  // Undo restores the draft.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Mine')
  await update(page)
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(`Updated: ${venue}, July 4, 2031`)).toBeVisible()
  expect(await cities()).toEqual(['Mine'])

  await change({ city: 'Theirs again' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toContainText('It was saved while your change was not sent.')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  // The list then shows their version.
  await expect(page.getByRole('listitem').filter({ hasText: venue })).toContainText('Theirs again')
  expect(await cities()).toEqual(['Theirs again'])
  await remove()
})

test('if two editors change different fields, both changes are stored', async ({ page, site }) => {
  const { venue, change, remove } = await editing(page, site)
  const moved = `${venue}, upstairs`
  await change({ venue: moved })
  await update(page)
  await expect(page.getByText(`Updated: ${moved}, July 4, 2031`)).toBeVisible()
  // The list does not contain the other editor's change yet when the status is set there.
  await change({ venue: moved, city: 'Theirs' })
  const item = page.getByRole('listitem').filter({ hasText: moved })
  await item.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sold out' }).click()
  await expect(page.getByText(`Sold out: ${moved}, July 4, 2031`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item).not.toContainText('Sold out')
  await expect(item).toContainText('Theirs')
  await remove()
})

test('a show that somebody else has deleted can be added again or left deleted; an undo does not delete it if somebody else has changed it', async ({
  page,
  site,
}) => {
  const { venue, change, remove, stored } = await editing(page, site)
  await remove()
  await update(page)
  const dialog = page.getByRole('dialog', { name: 'This show was deleted meanwhile' })
  await dialog.getByRole('button', { name: 'Add it again' }).click()
  await expect(page.getByText(`Added: ${venue}, July 4, 2031`)).toBeVisible()
  const [again] = await stored()
  expect(again).toMatchObject({ city: 'Mine' })
  await change({ city: 'Theirs' }, again?._id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Not deleted, because somebody else has changed it/)).toBeVisible()
  const item = page.getByRole('listitem').filter({ hasText: venue })
  await expect(item).toContainText('Theirs')
  expect(await stored()).toMatchObject([{ city: 'Theirs' }])

  await item.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('Mine')
  await remove(again?._id)
  await update(page)
  await dialog.getByRole('button', { name: 'Leave it deleted' }).click()
  await expect(page.getByLabel('Venue')).toHaveValue('')
  await expect(item).toHaveCount(0)
  expect(await stored()).toEqual([])
})

test('what is typed while a form is being saved stays, as a change of the stored record', async ({
  page,
  site,
}) => {
  const { venue, stored, cities } = await editing(page, site)
  const saveChange = await holdBack(page, '**/api/shows/*')
  await update(page)
  await page.getByLabel('City').fill('Corrected')
  saveChange()
  await expect(page.getByText(`Updated: ${venue}, July 4, 2031`)).toBeVisible()
  expect(await cities()).toEqual(['Mine'])
  await update(page)
  await expect.poll(cities).toEqual(['Corrected'])
  await expect(page.getByLabel('City')).toHaveValue('')

  await page.getByRole('button', { name: 'New show' }).click()
  await page.getByLabel('Date').fill('2031-07-05')
  await page.getByLabel('Venue').fill(venue)
  await page.getByLabel('City').fill('New')
  const saveNew = await holdBack(page, '**/api/shows')
  await page.getByRole('button', { name: 'Add Show' }).click()
  await page.getByLabel('City').fill('New and corrected')
  await page.getByText('More about the show').click()
  const contact = page.getByLabel('Contact')
  await contact.pressSequentially('Pat')
  saveNew()
  await expect(page.getByText(`Added: ${venue}, July 5, 2031`)).toBeVisible()
  await expect(contact).toBeFocused()
  await contact.pressSequentially(', 519')
  await update(page)
  await expect.poll(cities).toEqual(['Corrected', 'New and corrected'])
  expect(await stored()).toContainEqual(expect.objectContaining({ contact: 'Pat, 519' }))
  for (const { _id } of await stored()) await send(site, 'DELETE', `/api/shows/${_id}`)
})

test('of two editors of a track the second is asked too', async ({ page, site }) => {
  const name = `Song ${crypto.randomUUID().slice(0, 8)}`
  const { _id } = await addTrack(site, name)
  await logIn(page, site)
  await page.goto('/Admin')
  await page.getByRole('tab', { name: 'Music' }).click()
  const item = page.getByRole('listitem').filter({ hasText: name })
  await item.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Location').fill('Mine')
  await site.fetch(`/api/music/${_id}`, {
    method: 'PUT',
    headers: asAdmin(await site.token()),
    body: trackForm({ name, artist: 'Us', location: 'Theirs' }),
  })
  await page.getByRole('button', { name: 'Update Music' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this track' })
  await expect(dialog.getByRole('row', { name: 'Location' })).toHaveText(/Mine\s*Theirs/)
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(`Updated: ${name}`)).toBeVisible()
  await send(site, 'DELETE', `/api/music/${_id}`)
})

test('what is typed in two tabs is kept for each record', async ({ page, context, site }) => {
  await logIn(page, site)
  const size = { width: 1280, height: 800 }
  await page.setViewportSize(size)
  await page.goto('/Admin')
  await page.getByLabel('Venue').fill('Half typed hall')
  const other = await context.newPage()
  await other.setViewportSize(size)
  await other.clock.install()
  await other.goto('/Admin')
  const edit = (tab: Page, venue = 'Harbour Stage') =>
    tab
      .getByRole('listitem')
      .filter({ hasText: venue })
      .getByRole('button', { name: 'Edit' })
      .click()
  await edit(other)
  await other.getByLabel('City').fill('Sparta')
  await page.close()
  await other.reload()
  await expect(other.getByLabel('City')).toHaveValue('Sparta')
  await edit(other, 'Cellar Room')
  await expect(other.getByLabel('City')).toHaveValue('London')
  await edit(other)
  await expect(other.getByLabel('City')).toHaveValue('Sparta')
  // A hint stays, unlike a confirmation.
  const hint = other.getByText(/^These are your unsaved changes\./)
  await expect(hint).toBeVisible()
  await other.clock.fastForward(20_000)
  await expect(hint).toBeVisible()
  // What is cancelled does not come back.
  await other.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByLabel('Venue')).toHaveValue('Half typed hall')
  await edit(other)
  await expect(other.getByLabel('City')).toHaveValue('Port Stanley')
})
