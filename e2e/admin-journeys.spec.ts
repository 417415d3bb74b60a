import type { Page } from '@playwright/test'
import { expect, logIn, violationsInBothSchemes } from '../testing/browser/fixtures'
import { inputMethods } from '../testing/browser/input-methods'
import { test } from '../testing/browser/own-site'
import { asAdmin, json, mp3, trackForm } from '../testing/requests'
import type { Site } from '../testing/site-process'

/** Opens a page of the back office with the processor slowed four times. */
async function open(page: Page, site: Site, path: string) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
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
      await open(page, ownSite, '/Admin')
      if (!hasKeyboard) await press(page.getByRole('button', { name: 'New show' }))
      await write(page.getByLabel('Date'), '2031-07-05')
      await write(page.getByLabel('Venue'), 'Aeolian Hal')
      await write(page.getByLabel('City'), 'London')
      await press(page.getByRole('button', { name: 'Add Show' }))
      const row = rowOf(page, 'July 5, 2031 at Aeolian Hal')
      await expect(row).toContainText('Sat 5 Jul')

      await press(row.getByRole('button', { name: 'More' }))
      const dialog = page.getByRole('dialog', { name: 'More' })
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

    test('the band orders its tracks and changes its tagline', async ({ page, ownSite }) => {
      const { press, write } = methodOf(page)
      const headers = asAdmin(await ownSite.token())
      for (const title of ['One', 'Two']) {
        const body = trackForm({ name: title, artist: 'Us', location: 'Here' }, mp3())
        await ownSite.fetch('/api/music/upload', { method: 'POST', headers, body })
      }
      const main = await open(page, ownSite, '/Admin')
      await press(page.getByRole('tab', { name: 'Music' }))
      await press(page.getByRole('button', { name: 'Change the order' }))
      await press(main.getByRole('button', { name: 'Move Two up' }))
      await expect(page.getByText('Two is number 1 of 2 now.')).toBeAttached()
      await press(page.getByRole('button', { name: 'Save order' }))
      await expect(page.getByRole('button', { name: 'Save order' })).toHaveCount(0)
      const { music } = (await (await ownSite.fetch('/api/music')).json()) as {
        music: { name: string }[]
      }
      expect(music.map((track) => track.name)).toEqual(['Two', 'One'])

      await page.goto(`${ownSite.url}/Admin/site`)
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
      const response = await ownSite.fetch('/api/enquiries', {
        headers: asAdmin(await ownSite.token()),
      })
      const { enquiries } = (await response.json()) as {
        enquiries: Record<'_id' | 'name', string>[]
      }
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
  })
