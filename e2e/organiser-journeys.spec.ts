import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import papaparse from 'papaparse'
import { inboxOf } from '../testing/browser/booking'
import { expect, logIn, violationsInBothSchemes } from '../testing/browser/fixtures'
import { type InputMethod, inputMethods } from '../testing/browser/input-methods'
import { test } from '../testing/browser/own-site'
import { addShow, addSongs, send as sendAsAdmin } from '../testing/records'
import { json } from '../testing/requests'
import type { Site } from '../testing/site-process'

/** Writes the booking form's required fields and submits it. */
async function send(page: Page, { press, write }: InputMethod, name: string, message: string) {
  await write(page.getByLabel('Name'), name)
  await write(page.getByLabel('Email'), `${name.toLowerCase()}@example.org`)
  await write(page.getByLabel('Message'), message)
  // A form that is submitted too soon after it was opened counts as spam (`api/enquiries/receive-enquiry.ts`).
  await page.clock.fastForward(5_000)
  await press(page.getByRole('button', { name: 'Submit' }))
  await expect(page.getByText('Thanks for contacting us!')).toBeVisible()
  await expect(page.getByText(/Your reference: [A-Z]{2}-[A-Z\d]{4}/)).toBeVisible()
}

/** Opens the inbox as the band.
 * @returns the card of the only enquiry with this text */
async function openInbox(page: Page, site: Site, text: string) {
  await logIn(page, site)
  await page.goto(`${site.url}/Admin/enquiries`)
  return page.getByRole('main').getByRole('listitem').filter({ hasText: text })
}

for (const [name, { use, hasKeyboard, methodOf }] of Object.entries(inputMethods))
  test.describe(name, () => {
    test.use(use)
    test.beforeEach(({ page }) =>
      page.clock.install({ time: new Date('2027-05-01T12:00:00-04:00') }),
    )

    test('a wedding’s enquiry becomes a private show whose set list begins with the wished song, and is marked played after the night', async ({
      page,
      ownSite,
    }) => {
      const input = methodOf(page)
      const { press, write, choose } = input
      const others = Array.from({ length: 9 }, (_, index) => ({ title: `Song ${index + 1}` }))
      await addSongs(ownSite, [{ title: 'John Henry' }, ...others])
      const away = { from: '2031-06-05', to: '2031-06-05', note: 'Surgery' }
      await sendAsAdmin(ownSite, 'POST', '/api/admin/away', away)

      await page.goto(ownSite.url)
      await press(page.getByRole('banner').getByRole('link', { name: 'Book Us' }))
      await press(page.getByRole('link', { name: 'What we play' }))
      await write(page.getByLabel('Find one of 10 songs'), 'henry')
      await expect(page.getByText('1 found')).toBeVisible()
      await press(page.getByRole('checkbox', { name: 'John Henry' }))
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(page.getByRole('link', { name: 'Play these for us (1)' }))
      await expect(page.getByText('Your songs: John Henry')).toBeVisible()
      await write(page.getByLabel('Date'), '2031-06-05')
      await expect(page.getByText('We’re not free that night. Ask anyway!')).toBeVisible()
      await write(page.getByLabel('Date'), '2031-06-06')
      await expect(page.getByText('We’re free that night!')).toBeVisible()
      await write(page.getByLabel('Place'), 'Barn at Arva')
      await choose(page.getByLabel('Occasion'), 'Wedding')
      await write(page.getByLabel('Guests'), '120')
      expect(await violationsInBothSchemes(page)).toEqual([])
      await send(page, input, 'Pat', 'A barn, in June.')
      await page.reload()
      const copies = page.getByRole('region', { name: 'What you sent' }).getByRole('listitem')
      await press(copies.locator('summary'))
      await expect(copies).toContainText('A barn, in June.')
      await expect(copies).toContainText('John Henry')
      await press(copies.getByRole('button', { name: 'Remove' }))
      const question = page.getByRole('dialog', { name: 'Remove this copy?' })
      await expect(question).toContainText(
        /The band keeps your message\. To withdraw it, .* name the/,
      )
      await press(question.getByRole('button', { name: 'Remove' }))
      await expect(copies).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      expect(await inboxOf(ownSite)).toMatchObject({
        enquiries: [
          { date: '2031-06-06', occasion: 'wedding', guests: 120, songIds: [expect.any(String)] },
        ],
      })

      const enquiry = await openInbox(page, ownSite, 'A barn, in June.')
      const more = enquiry.getByRole('button', { name: 'More' })
      const dialog = page.getByRole('dialog')
      await expect(enquiry).toContainText('Songs: John Henry')
      await press(more)
      await press(dialog.getByRole('button', { name: 'Held for 14 days' }))
      await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeFocused()
      await press(page.getByRole('radio', { name: 'Held (1)' }))
      await press(more)
      await press(dialog.getByRole('button', { name: 'Make a private show' }))
      await expect(page.getByText('Private show: June 6, 2031 at Barn at Arva')).toBeVisible()
      await press(page.getByRole('link', { name: 'Show: June 6, 2031 at Barn at Arva' }))
      await expect(page.getByLabel('Venue')).toHaveValue('Barn at Arva')
      await press(page.getByRole('button', { name: 'Cancel' }))
      const row = page.getByRole('listitem').filter({ hasText: 'Barn at Arva' })
      await press(row.getByRole('button', { name: 'More' }))
      // The link opens the enquiry's own box.
      await press(dialog.getByRole('link', { name: 'Open the enquiry' }))
      await expect(page.getByRole('radio', { name: 'Held (1)' })).toBeChecked()
      await expect(enquiry).toContainText('A barn, in June.')
      await page.goBack()
      await press(row.getByRole('button', { name: 'More' }))
      await press(dialog.getByRole('link', { name: 'Set list' }))
      const set = page.getByRole('region', { name: 'Set 1' })
      await press(set.getByRole('button', { name: 'Add songs…' }))
      await press(dialog.getByRole('checkbox', { name: 'Song 4 – Traditional' }))
      await press(dialog.getByRole('button', { name: 'Done' }))
      await expect(set.getByRole('listitem')).toHaveText([/John Henry/, /Song 4/])
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(page.getByRole('button', { name: 'Save' }))
      await expect(page.getByText('Saved: the set list')).toBeVisible()
      // The first link is the menu's, which opens the next show.
      await press(page.getByRole('link', { name: 'Stage', exact: true }).last())
      const stage = page.getByRole('region', { name: 'Stage', exact: true })
      await expect(stage.getByText('John Henry', { exact: true })).toBeVisible()
      await expect(stage.getByText('Next: Song 4')).toBeVisible()
      expect(await violationsInBothSchemes(page)).toEqual([])
      // A pedal that turns pages sends the same keys.
      if (hasKeyboard) await page.keyboard.press('PageDown')
      else await press(stage.getByRole('button', { name: 'Next' }))
      await expect(stage.getByText('This is the last song.')).toBeVisible()

      await page.goto(`${ownSite.url}/Admin/enquiries?box=held`)
      await press(more)
      await press(dialog.getByRole('button', { name: 'Booked' }))
      await expect(page.getByText('Marked booked: Pat')).toBeVisible()
      await page.clock.setSystemTime(new Date('2031-06-07T12:00:00-04:00'))
      await page.goto(`${ownSite.url}/Admin/enquiries?box=booked`)
      await expect(enquiry).toContainText('Played')
      expect(await violationsInBothSchemes(page)).toEqual([])
    })

    test('an organiser reads the press page and asks for a held night, and the band declines', async ({
      page,
      ownSite,
    }) => {
      const input = methodOf(page)
      const { press, write, choose } = input
      const first = { name: 'Jo', email: 'jo@example.org', message: 'First.', date: '2027-06-06' }
      await ownSite.fetch('/bookus', json('POST', first))
      const held = await openInbox(page, ownSite, 'First.')
      await press(held.getByRole('button', { name: 'More' }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Held for 14 days' }))
      await expect(page.getByText('Marked held: Jo')).toBeVisible()

      await page.goto(`${ownSite.url}/BookUs`)
      await press(page.getByRole('link', { name: 'For organisers and press' }))
      await expect(page.getByText('From $1,800 for two sets')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'What we bring' })).toBeVisible()
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(page.getByRole('link', { name: 'Ask for a date' }))
      await press(page.getByText('Tell us more'))
      await write(page.getByLabel('Date'), '2027-06-06')
      await expect(page.getByText('Somebody asked first. Ask anyway!')).toBeVisible()
      await choose(page.getByLabel('Occasion'), 'Bar or pub')
      await send(page, input, 'Kim', 'Two sets on our patio.')

      const enquiry = await openInbox(page, ownSite, 'Two sets on our patio.')
      await expect(enquiry).toContainText('Bar or pub')
      await press(enquiry.getByRole('button', { name: 'Reply' }))
      const dialog = page.getByRole('dialog')
      await choose(dialog.getByLabel('Template'), 'We are not free')
      await expect(dialog.getByLabel('Reply')).toHaveValue(/^Hi Kim,.*June 6, 2027/s)
      expect(await violationsInBothSchemes(page)).toEqual([])
      // The template has a status, which is still set when the reply is opened again.
      const statusAfterwards = dialog.getByLabel('Status afterwards')
      await expect(statusAfterwards).toHaveValue('declined')
      await press(dialog.getByRole('button', { name: 'Close' }))
      await press(enquiry.getByRole('button', { name: 'Reply' }))
      await expect(statusAfterwards).toHaveValue('declined')
      const mail = dialog.getByRole('link', { name: 'Open in the mail program' })
      await mail.evaluate((element) => element.setAttribute('href', '#'))
      await press(mail)
      await press(page.getByRole('button', { name: 'Mark declined' }))
      await expect(page.getByText('Marked declined: Kim')).toBeVisible()
    })

    test('a festival’s enquiry becomes a draft show, and the unpaid part of its fee is exported', async ({
      page,
      ownSite,
    }) => {
      const input = methodOf(page)
      const { press, write, choose } = input
      await page.goto(`${ownSite.url}/BookUs`)
      await press(page.getByText('Tell us more'))
      await write(page.getByLabel('Date'), '2027-08-14')
      await expect(page.getByText('We’re free that night!')).toBeVisible()
      await write(page.getByLabel('Place'), 'Riverside')
      await choose(page.getByLabel('Occasion'), 'Festival')
      await write(page.getByLabel('Guests'), '3000')
      await write(page.getByLabel('Phone'), '519 555 0117')
      await send(page, input, 'Sam', 'Saturday, main stage.')

      await addShow(ownSite, { date: '2027-08-14', venue: 'Harbour Stage' })
      const enquiry = await openInbox(page, ownSite, 'Saturday, main stage.')
      await expect(enquiry).toContainText('You play Harbour Stage that night.')
      await expect(enquiry).toContainText('Saturday, August 14, 2027 · Riverside')
      await expect(enquiry.getByRole('link', { name: 'Call 519 555 0117' })).toBeVisible()
      const more = enquiry.getByRole('button', { name: 'More' })
      const dialog = page.getByRole('dialog')
      await press(more)
      await press(dialog.getByRole('button', { name: 'Private note…' }))
      if (hasKeyboard) await expect(dialog.getByLabel('Note')).toBeFocused()
      await write(dialog.getByLabel('Note'), 'Ask for power')
      await press(dialog.getByRole('button', { name: 'Save the note' }))
      await expect(enquiry).toContainText('Ask for power')
      await press(more)
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(dialog.getByRole('button', { name: 'Held until…' }))
      expect(await violationsInBothSchemes(page)).toEqual([])
      await write(dialog.getByLabel('Last day of the hold'), '2027-05-20')
      await press(dialog.getByRole('button', { name: 'Hold', exact: true }))
      await press(page.getByRole('radio', { name: 'Held (1)' }))
      await expect(enquiry).toContainText('Held until May 20, 2027')
      await press(more)
      await press(dialog.getByRole('button', { name: 'Make a draft show' }))
      await press(enquiry.getByText('History'))
      await expect(enquiry.getByRole('list', { name: 'History' })).toContainText('Show made')
      await press(page.getByRole('link', { name: 'Show: August 14, 2027 at Riverside' }))
      await press(page.getByText('More about the show (filled in)'))
      await write(page.getByLabel('Fee'), '4000')
      await write(page.getByLabel('Deposit received'), '1000')
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(page.getByRole('button', { name: 'Update Show' }))
      await expect(page.getByText('Updated: Riverside, August 14, 2027')).toBeVisible()

      await page.goto(`${ownSite.url}/Admin/enquiries`)
      const owed = page.getByRole('region', { name: 'Unpaid fees' })
      await expect(owed).toContainText('3,000.00')
      const saving = page.waitForEvent('download')
      await press(owed.getByRole('button', { name: 'Export unpaid fees as CSV' }))
      const file = readFileSync(await (await saving).path(), 'utf8')
      expect(papaparse.parse(file, { header: true, skipEmptyLines: true }).data).toMatchObject([
        { date: '2027-08-14', venue: 'Riverside', fee: '4000.00', owed: '3000.00' },
      ])
      await press(owed.getByRole('link', { name: 'August 14, 2027 at Riverside' }))
      await expect(page.getByLabel('Venue')).toHaveValue('Riverside')
      await press(page.getByRole('button', { name: 'Cancel' }))
      const row = page.getByRole('listitem').filter({ hasText: 'Riverside' })
      await press(row.getByRole('button', { name: 'More' }))
      await press(dialog.getByRole('button', { name: 'Paid' }))
      await expect(page.getByText('Paid: Riverside, August 14, 2027')).toBeVisible()
      await press(page.getByRole('button', { name: 'Undo' }))
      await expect(page.getByText('Taken back: Riverside, August 14, 2027')).toBeVisible()
      await page.goto(`${ownSite.url}/Admin/enquiries`)
      await press(page.getByRole('button', { name: 'Export as CSV' }))
      const exported = page.getByText('Saved: enquiries.csv')
      await expect(exported).toBeVisible()
      await press(owed.getByRole('button', { name: 'Mark paid' }))
      await expect(page.getByText('Paid: Riverside, August 14, 2027')).toBeVisible()
      // A new notice replaces that of another list.
      await expect(exported).toHaveCount(0)
      await expect(owed).toHaveCount(0)
    })
  })
