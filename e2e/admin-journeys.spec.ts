import type { Page } from '@playwright/test'
import { inboxOf } from '../testing/browser/booking'
import { expect, logIn, slowDown, violationsInBothSchemes } from '../testing/browser/fixtures'
import { inputMethods } from '../testing/browser/input-methods'
import { test } from '../testing/browser/own-site'
import { addAuthenticator } from '../testing/browser/virtual-authenticator'
import { addShow, addTrack, adminShows, publicTracks, send } from '../testing/records'
import { asAdmin, json } from '../testing/requests'
import { adminPassword, backUp, type Site } from '../testing/site-process'

async function open(page: Page, site: Site, path: string) {
  await logIn(page, site)
  await page.goto(site.url + path)
  return page.getByRole('main')
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('group').getByRole('listitem').filter({ hasText: text })

for (const [name, { use, hasKeyboard, methodOf }] of Object.entries(inputMethods))
  test.describe(name, () => {
    test.use(use)

    test('the band adds a show, sells it out, corrects it, deletes it and undoes the deletion', async ({
      page,
      ownSite,
    }) => {
      const { press, write, choose } = methodOf(page)
      // One journey is made on a slow phone. Slowing takes a whole core, also while the page waits.
      if (!hasKeyboard) await slowDown(page)
      await open(page, ownSite, '/Admin')
      if (!hasKeyboard) await press(page.getByRole('button', { name: 'New show' }))
      await write(page.getByLabel('Date'), '2021-07-05')
      await expect(page.getByText('This day has passed. Is it the right year?')).toBeVisible()
      await write(page.getByLabel('Date'), '2031-07-05')
      await expect(page.getByText('This day has passed. Is it the right year?')).toHaveCount(0)
      await write(page.getByLabel('Venue'), 'Aeolian Hal')
      await write(page.getByLabel('City'), 'London')
      await press(page.getByRole('button', { name: 'Add Show' }))
      const row = rowOf(page, 'July 5, 2031 at Aeolian Hal')
      await expect(row).toContainText('Sat 5 Jul 2031')

      await press(row.getByRole('button', { name: 'More' }))
      const dialog = page.getByRole('dialog')
      await press(dialog.getByRole('region', { name: 'Status' }).getByText('Sold out'))
      await expect(row).toContainText('Sold out')
      expect(await violationsInBothSchemes(page)).toEqual([])

      await press(row.getByRole('button', { name: 'Edit' }))
      await expect(page.getByRole('heading', { level: 2, name: /Aeolian Hal/ })).toBeVisible()
      await choose(page.getByLabel('Who sees it'), 'Private: only us')
      await write(page.getByLabel('Venue'), 'Aeolian Hall')
      await press(page.getByRole('button', { name: 'Update Show' }))
      await expect(row).toContainText('Private')
      const shows = await (await ownSite.fetch('/api/shows')).text()
      expect(shows).not.toContain('Aeolian')

      await press(row.getByRole('button', { name: 'More' }))
      const remove = dialog.getByRole('region', { name: 'Repeat or delete' })
      await press(remove.getByRole('button', { name: 'Delete…' }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
      await expect(row).toHaveCount(0)
      await press(page.getByRole('button', { name: 'Undo' }))
      await expect(row).toContainText('Private')
    })

    test('the band orders its tracks, hides one, orders its members and changes its tagline', async ({
      page,
      ownSite,
    }) => {
      const { press, write, choose } = methodOf(page)
      for (const name of ['One', 'Two']) await addTrack(ownSite, name)
      const main = await open(page, ownSite, '/Admin')
      await press(page.getByRole('tab', { name: 'Music' }))
      await press(page.getByRole('button', { name: 'Change the order' }))
      await press(main.getByRole('button', { name: 'Move Two up' }))
      await expect(page.getByText('Two is number 1 of 2 now.')).toBeAttached()
      await press(page.getByRole('button', { name: 'Save order' }))
      await expect(page.getByRole('button', { name: 'Save order' })).toHaveCount(0)
      const names = async () => (await publicTracks(ownSite)).map(({ name }) => name)
      expect(await names()).toEqual(['Two', 'One'])
      await press(rowOf(page, 'Two by Us').getByRole('button', { name: 'Edit' }))
      await choose(page.getByLabel('Who hears it'), 'Draft: only us, for now')
      await press(page.getByRole('button', { name: 'Update Music' }))
      await expect(rowOf(page, 'Two by Us')).toContainText('Draft')
      expect(await names()).toEqual(['One'])
      await press(rowOf(page, 'Two by Us').getByRole('button', { name: 'Edit' }))
      await press(page.getByRole('button', { name: 'Listen' }))
      await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0)

      await page.goto(`${ownSite.url}/Admin/site`)
      await press(main.locator('summary').filter({ hasText: 'Members' }))
      const members = main.getByRole('group').filter({
        has: page.getByRole('heading', { level: 2, name: 'Members' }),
      })
      await press(members.getByRole('button', { name: 'Move Frankie Vogel up' }))
      await press(members.getByRole('button', { name: 'Save' }))
      await expect(members.getByText('Saved: Members')).toBeVisible()
      expect(await (await ownSite.fetch('/AboutUs')).text()).toMatch(
        /Robin Lacroix.*Frankie Vogel.*Desmond Okafor/s,
      )
      await press(main.locator('summary').filter({ hasText: 'Home page' }))
      const home = main.getByRole('group').filter({
        has: page.getByRole('heading', { level: 2, name: 'Home page' }),
      })
      await write(home.getByLabel('Heading'), 'Louder than the bar.')
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(home.getByRole('button', { name: 'Save' }))
      await expect
        .poll(async () => (await ownSite.fetch('/')).text())
        .toContain('Louder than the bar.')
    })

    test('the band reads its enquiries one after the other', async ({ page, ownSite }) => {
      const { press, write } = methodOf(page)
      for (const sender of ['Pat', 'Jo', 'Kim']) {
        const message = `A barn for ${sender}.`
        const body = { name: sender, email: 'pat@example.org', message }
        await fetch(`${ownSite.url}/bookus`, json('POST', body))
      }
      const main = await open(page, ownSite, '/Admin/enquiries')
      const headings = main.getByRole('heading', { level: 2 })
      await expect(headings).toHaveText(hasKeyboard ? ['Kim'] : ['Kim', 'Jo', 'Pat'])
      expect(await violationsInBothSchemes(page)).toEqual([])
      // On wide windows, the selected one is displayed beside the list.
      const jo = main.getByRole('button', { name: /^Jo / })
      if (hasKeyboard) {
        await press(jo)
        await expect(headings).toHaveText(['Jo'])
      }
      const card = main
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Jo' }) })
      await press(card.getByRole('button', { name: 'Mark answered' }))
      await expect(page.getByText('Marked answered: Jo')).toBeVisible()
      await expect(main.getByRole('heading', { level: 2, name: 'Pat' })).toBeFocused()
      await expect(jo).toHaveCount(0)

      // A link to an enquiry selects it, and a note leaves it selected.
      const { enquiries } = await inboxOf(ownSite)
      const pat = enquiries.find((one) => one.name === 'Pat')
      await page.goto(`${ownSite.url}/Admin/enquiries?enquiry=${pat?._id}`)
      await expect(headings).toHaveText(hasKeyboard ? ['Pat'] : ['Kim', 'Pat'])
      const cardOfPat = main
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Pat' }) })
      await press(cardOfPat.getByRole('button', { name: 'More' }))
      await press(page.getByRole('button', { name: 'Private note…' }))
      await write(page.getByRole('dialog').getByRole('textbox'), 'Call after six.')
      await press(page.getByRole('button', { name: 'Save the note' }))
      await expect(cardOfPat).toContainText('Call after six.')
      if (hasKeyboard) await expect(headings).toHaveText(['Pat'])
    })

    test('the band names its device, logs out a lost phone, adds a passkey, makes recovery codes, sets up mail and restores a show', async ({
      page,
      ownSite,
    }) => {
      const { press, write } = methodOf(page)
      const credentials = { username: 'admin', password: adminPassword }
      const lost = await ownSite.fetch(
        '/api/admin/login',
        json('POST', credentials, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }),
      )
      const { token } = (await lost.json()) as { token: string }
      const { _id } = await addShow(ownSite, { venue: 'Aeolian Hall' })
      await send(ownSite, 'DELETE', `/api/shows/${_id}`)
      const main = await open(page, ownSite, '/Admin/account')
      const openSection = async (name: string) => {
        const back = main.getByRole('button', { name: 'All sections' })
        if (await back.isVisible()) await press(back)
        await press(main.getByRole('link', { name: new RegExp(`^${name}`) }))
        await expect(main.getByRole('heading', { level: 2, name })).toBeFocused()
        await expect(main.getByRole('heading', { level: 2 })).toHaveCount(1)
      }

      await openSection('Sessions')
      await write(main.getByLabel('Name of this device'), 'Robin’s phone')
      await press(main.getByRole('button', { name: 'Save name' }))
      await expect(main.getByText(/Robin’s phone, since .* · this device/)).toBeVisible()
      const phone = main.getByRole('listitem').filter({ hasText: 'Safari on iPhone, since' })
      await press(phone.getByRole('button', { name: 'End session' }))
      await expect(phone).toHaveCount(0)
      const check = await ownSite.fetch('/api/admin/verify-token', { headers: asAdmin(token) })
      expect(check.status).toBe(401)

      await addAuthenticator(page)
      await openSection('Passkeys')
      await write(main.getByLabel('Name of the passkey'), 'Robin’s thumb')
      await write(main.getByLabel('Your password, for the passkey'), adminPassword)
      await press(main.getByRole('button', { name: 'Add a passkey' }))
      await expect(main.getByText(/Robin’s thumb, added .*, not used yet/)).toBeVisible()
      await openSection('Recovery codes')
      await write(main.getByLabel('Your password, for the codes'), adminPassword)
      await press(main.getByRole('button', { name: 'Make recovery codes' }))
      const codes = main.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
      await expect(codes).toHaveCount(10)
      await openSection('Mail')
      await write(main.getByLabel('Mail server', { exact: true }), '127.0.0.1')
      await write(main.getByLabel('Port', { exact: true }), '1')
      await write(main.getByLabel('From'), 'site@band.example')
      await write(main.getByLabel('To', { exact: true }), 'us@band.example')
      await press(main.getByRole('button', { name: 'Save mail settings' }))
      await expect(main.getByText('Saved. Send a test mail now.')).toBeVisible()

      const bin = main.getByRole('region', { name: 'Bin' })
      await openSection('Bin')
      await press(bin.getByRole('button', { name: 'Restore' }))
      await expect(bin.getByText(/^Restored: .*Aeolian Hall/)).toBeVisible()
      await expect(bin.getByRole('listitem')).toHaveCount(0)
      expect((await adminShows(ownSite)).map((one) => one._id)).toContain(_id)
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(bin.getByRole('button', { name: 'Open', exact: true }))
      await expect(page.getByLabel('Venue')).toHaveValue('Aeolian Hall')
    })

    test('the band goes back to a backup after a look at what it contains', async ({
      page,
      ownSite,
    }) => {
      const { press, write } = methodOf(page)
      const add = (venue: string) => addShow(ownSite, { date: '2031-05-01', venue })
      await add('Before the backup')
      const path = test.info().outputPath('band.tar.zst')
      await backUp(ownSite, path)
      await add('After the backup')
      const main = await open(page, ownSite, '/Admin/account#restore')
      await main.getByLabel('Backup file').setInputFiles(path)
      await write(main.getByLabel('Your password, to restore'), adminPassword)
      await press(main.getByRole('button', { name: 'Look at the backup' }))
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(
        /has 1 show, 0 tracks.* It does not have: 1 show \(May 1, 2031 at After the backup\)/,
      )
      expect(await violationsInBothSchemes(page)).toEqual([])
      await press(dialog.getByRole('button', { name: 'Restore' }))
      await expect(page.getByText(/Restored: the content of/)).toBeVisible()
      await expect(main.getByLabel('Backup', { exact: true }).locator(':checked')).toHaveText(
        /, before a restore$/,
      )
      const shows = await (await ownSite.fetch('/api/shows')).text()
      expect(shows).toContain('Before the backup')
      expect(shows).not.toContain('After the backup')
    })
  })
