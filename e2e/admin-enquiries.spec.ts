import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { inboxOf } from '../testing/browser/booking'
import {
  expect,
  holdBack,
  logIn,
  resize,
  violationsInBothSchemes,
} from '../testing/browser/fixtures'
import { isWider } from '../testing/browser/layout'
import { test } from '../testing/browser/own-site'
import { addShow } from '../testing/records'
import { json } from '../testing/requests'
import type { Site } from '../testing/site-process'

test.use({
  expectedConsole:
    /The enquiry could not be deleted|status of 503|ERR_INTERNET_DISCONNECTED|Loading failed, so/,
})

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Back office pages' }).getByRole('link', { name })
const enquiryOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

async function remove(page: Page, name: string) {
  await enquiryOf(page, name).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

const ask = (site: Site, name: string, more: object = {}) =>
  fetch(
    `${site.url}/bookus`,
    json('POST', { name, email: 'pat@example.org', message: 'A barn, in June.', ...more }),
  )

test('the band reads its enquiries, answers, files and deletes them', async ({ page, ownSite }) => {
  await page.clock.install()
  await ask(ownSite, 'Pat', { message: 'Call me: (519) 555-0134' })
  await ask(ownSite, 'Jo')
  await ask(ownSite, 'Robot', { website: 'x' })
  await logIn(page, ownSite)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  // The page waits for the probe, so its frame is hydrated first, as on a slow line. The probe is given up after five seconds.
  const prompts = page.waitForRequest(/\/Prompts-/, { timeout: 4_000 }).catch(() => undefined)
  await page.route('**/api/health/live', async (route) => {
    await prompts
    await route.continue()
  })
  await page.goto(`${ownSite.url}/Admin`)
  await expect(menu(page, 'Enquiries')).toHaveAccessibleName('Enquiries 2 new')
  await menu(page, 'Enquiries').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enquiries')
  // The band's words came with the first page.
  expect(requested).not.toContain('/api/site')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Jo', 'Pat'])
  await expect(page.getByRole('radio', { name: 'New (2)' })).toBeChecked()
  await expect(
    enquiryOf(page, 'Pat').getByRole('link', { name: 'Call (519) 555-0134' }),
  ).toHaveAttribute('href', 'tel:5195550134')
  expect(await violationsInBothSchemes(page)).toEqual([])
  expect(await isWider(page)).toBe(false)
  // Without mail, the reply is handed to the phone's mail program.
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Reply' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply to Jo' })
  await dialog.getByLabel('Template').selectOption('Tell us more')
  await expect(dialog.getByLabel('Reply')).toHaveValue(/^Hi Jo,[\s\S]*The Forks$/)
  const link = dialog.getByRole('link', { name: 'Open in the mail program' })
  const address = decodeURIComponent((await link.getAttribute('href')) ?? '')
  expect(address).toMatch(/^mailto:pat@example\.org\?.*Where and when is it.*> A barn, in June\./s)
  // If no mail program opens, what was typed is still there.
  await dialog.getByLabel('Reply').fill('Yes, gladly.')
  await link.evaluate((element) => element.setAttribute('href', '#'))
  await expect(dialog.getByText('A barn, in June.')).toBeVisible()
  await dialog.getByLabel('Status afterwards').selectOption('Archived')
  await link.click()
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByText('When your reply to Jo is sent, mark the enquiry archived.'),
  ).toBeVisible()
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Reply' }).click()
  await expect(dialog.getByLabel('Reply')).toHaveValue('Yes, gladly.')
  // A template that was removed can be brought back.
  const template = dialog.getByLabel('Template')
  await template.selectOption('Tell us more')
  await dialog.getByRole('button', { name: 'Remove this template' }).click()
  await expect(dialog.getByText('Removed: the template “Tell us more”')).toBeVisible()
  await expect(template.getByRole('option', { name: 'Tell us more' })).toHaveCount(0)
  await dialog.getByLabel('Reply').fill('Yes, gladly.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The templates are as before.')).toBeVisible()
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Reply' }).click()
  await expect(template.getByRole('option', { name: 'Tell us more' })).toBeAttached()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText('Marked answered: Jo')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Reply' }).click()
  await expect(dialog.getByLabel('Reply')).toHaveValue('Yes, gladly.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText('Marked answered: Jo')).toBeVisible()
  await expect(menu(page, 'Enquiries')).toHaveAccessibleName('Enquiries 1 new')
  await expect(enquiryOf(page, 'Jo')).toHaveCount(0)
  // The focus moves to the next enquiry.
  await expect(page.getByRole('heading', { level: 2, name: 'Pat' })).toBeFocused()
  // The notice leads to the box that contains the enquiry now.
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(enquiryOf(page, 'Jo')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Answered (1)' })).toBeChecked()
  await expect(menu(page, 'Enquiries')).toHaveAttribute('aria-current', 'page')
  await page.getByRole('radio', { name: 'New (1)' }).check()
  await expect(enquiryOf(page, 'Pat')).toBeVisible()
  // While the chosen box is being loaded, its radio button keeps the focus.
  const letThrough = await holdBack(page, '**/api/enquiries?status=answered')
  await page.getByRole('radio', { name: 'New (1)' }).press('ArrowRight')
  await page.clock.runFor(1_000)
  await expect(page.getByRole('radio', { name: 'Answered (1)' })).toBeFocused()
  letThrough()
  await expect(enquiryOf(page, 'Jo')).toBeVisible()
  await page.getByRole('radio', { name: 'Spam (1)' }).check()
  await expect(enquiryOf(page, 'Robot')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n').length).toBe(5)
  // A confirmation leaves by itself; an offer to undo something stays.
  await expect(page.getByText('Saved: enquiries.csv')).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByText('Saved: enquiries.csv')).toHaveCount(0)

  await page.getByRole('radio', { name: 'New (1)' }).check()
  await remove(page, 'Pat')
  await expect(enquiryOf(page, 'Pat')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeFocused()
  await expect(menu(page, 'Enquiries')).toHaveAccessibleName('Enquiries')
  await expect(page.getByText('Deleted: Pat')).toBeVisible()
  await page.clock.fastForward(10_000)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(enquiryOf(page, 'Pat')).toBeVisible()

  // An enquiry that could not be deleted is there again, and the reason is said.
  await page.route('**/api/enquiries/*', (route) => route.fulfill({ status: 503 }))
  await remove(page, 'Pat')
  await expect(page.getByText('The enquiry could not be deleted.')).toBeVisible()
  await expect(enquiryOf(page, 'Pat')).toBeVisible()
  await page.unroute('**/api/enquiries/*')

  await remove(page, 'Pat')
  await expect(page.getByText('Deleted: Pat')).toBeVisible()
  await menu(page, 'More').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('More')
  await menu(page, 'Enquiries').click()
  await expect(page.getByRole('radio', { name: 'New (0)' })).toBeVisible()
})

test('a link to an enquiry leads to it, however old it is', async ({ page, ownSite }) => {
  await ask(ownSite, 'The First')
  const [first] = (await inboxOf(ownSite)).enquiries
  await Promise.all(Array.from({ length: 50 }, (_, index) => ask(ownSite, `Person ${index}`)))
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/enquiries?enquiry=${first?._id}`)
  await expect(enquiryOf(page, 'The First')).toBeInViewport()
  // It is on the second page of its box, and shows each change that is made there.
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await page.getByRole('button', { name: 'The First' }).click()
  for (const note of ['Has a stage.', 'Has no stage.']) {
    await enquiryOf(page, 'The First').getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Private note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill(note)
    await page.getByRole('button', { name: 'Save the note' }).click()
    await expect(enquiryOf(page, 'The First')).toContainText(note)
  }
})

test('an enquiry is found in all boxes, marked as spam, and becomes a show on a chosen day', async ({
  page,
  context,
  ownSite,
}) => {
  for (const name of ['Renée', 'Sam', 'Kim', 'Jo', 'Alex']) await ask(ownSite, name)
  await ask(ownSite, 'Robot', { message: 'For Renée.', website: 'x' })
  await addShow(ownSite, { date: '2031-06-20' })
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  const field = page.getByRole('searchbox', { name: 'Find one of 6 enquiries' })
  await field.pressSequentially('renee')
  await expect(names).toHaveText(['Robot', 'Renée'])
  await expect(page.getByText('2 found')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(enquiryOf(page, 'Robot')).toContainText('Spam')
  // A found enquiry stays where it is, whatever its box.
  const choose = async (name: string, action: string) => {
    await enquiryOf(page, name).getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }
  await enquiryOf(page, 'Robot').getByRole('button', { name: 'Not spam' }).click()
  await expect(page.getByText('Marked new: Robot')).toBeVisible()
  await choose('Renée', 'Spam')
  await expect(page.getByText('Marked spam: Renée')).toBeVisible()
  await expect(enquiryOf(page, 'Renée')).toContainText('Spam')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(enquiryOf(page, 'Renée')).not.toContainText('Spam')
  // Without signal, what this device has read is searched.
  await context.setOffline(true)
  await field.fill('alex')
  await expect(names).toHaveText(['Alex'])
  await context.setOffline(false)

  await choose('Alex', 'Set date and place…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill('2031-06-20')
  await expect(dialog.getByText('You play The Barn that night.')).toBeVisible()
  await dialog.getByLabel('Place').fill('Rossi Bar, Strathroy')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Make a draft show' }).click()
  await expect(enquiryOf(page, 'Alex')).toContainText('Show: June 20, 2031 at Rossi Bar')
  // Many enquiries are a list, of which one is opened; the phone's Back returns to the list.
  await page.getByRole('radio', { name: 'New (6)' }).check()
  await expect(field).toHaveValue('')
  await expect(names).toHaveCount(0)
  const list = page.getByRole('list', { name: 'Enquiries in this box' })
  await expect(list.getByRole('button')).toHaveCount(6)
  await list.getByRole('button', { name: 'Kim' }).click()
  await expect(names).toHaveText(['Kim'])
  await expect(names).toBeFocused()
  await expect(list).toBeHidden()
  await page.goBack()
  await expect(list.getByRole('button', { name: 'Kim' })).toBeFocused()
  await list.getByRole('button', { name: 'Kim' }).click()
  await enquiryOf(page, 'Kim').getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText('Marked answered: Kim')).toBeVisible()
  await expect(list.getByRole('button')).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByRole('button', { name: 'Kim' }).click()
  await expect(names).toHaveText(['Kim'])
  // The button goes back, so that Back does not open the enquiry again.
  await page.getByRole('button', { name: 'All enquiries' }).click()
  await expect(list.getByRole('button', { name: 'Kim' })).toBeFocused()
  await page.goForward()
  await expect(names).toHaveText(['Kim'])
  // Also after the window has become narrow.
  await page.goBack()
  await resize(page, { width: 1100, height: 740 })
  await list.getByRole('button', { name: 'Jo' }).click()
  await resize(page, { width: 700, height: 740 })
  await page.getByRole('button', { name: 'All enquiries' }).click()
  await expect(list.getByRole('button')).toHaveCount(6)
  // A search is one entry of the history.
  await field.pressSequentially('renee', { delay: 50 })
  await expect(names).toHaveText(['Robot', 'Renée'])
  await page.goBack()
  await expect(list.getByRole('button')).toHaveCount(6)
  await expect(field).toHaveValue('')
})
