import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, logIn, violationsInBothSchemes } from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'
import { json } from '../testing/requests'
import { adminPassword, type Site } from '../testing/site-process'

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
  await ask(ownSite, 'Pat', { message: 'Call me: (519) 555-0134' })
  await ask(ownSite, 'Jo')
  await ask(ownSite, 'Robot', { website: 'x' })
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin`)
  await expect(menu(page, 'Enquiries')).toHaveAccessibleName('Enquiries 2 new')
  await menu(page, 'Enquiries').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enquiries')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Jo', 'Pat'])
  await expect(page.getByRole('radio', { name: 'New (2)' })).toBeChecked()
  await expect(
    enquiryOf(page, 'Pat').getByRole('link', { name: 'Call (519) 555-0134' }),
  ).toHaveAttribute('href', 'tel:5195550134')
  // Without mail, the reply is handed to the phone's mail program.
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Reply' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply to Jo' })
  await dialog.getByLabel('Template').selectOption('Tell us more')
  await expect(dialog.getByLabel('Reply')).toHaveValue(/^Hi Jo,[\s\S]*The Forks$/)
  const link = dialog.getByRole('link', { name: 'Open in the mail program' })
  const address = decodeURIComponent((await link.getAttribute('href')) ?? '')
  expect(address).toMatch(/^mailto:pat@example\.org\?.*Where and when is it.*> A barn, in June\./s)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText('Marked answered: Jo')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(enquiryOf(page, 'Jo')).toBeVisible()
  await enquiryOf(page, 'Jo').getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText('Marked answered: Jo')).toBeVisible()
  await expect(menu(page, 'Enquiries')).toHaveAccessibleName('Enquiries 1 new')
  await expect(enquiryOf(page, 'Jo')).toHaveCount(0)
  // The focus moves to the next enquiry.
  await expect(page.getByRole('heading', { level: 2, name: 'Pat' })).toBeFocused()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('radio', { name: 'Answered (1)' }).check()
  await expect(enquiryOf(page, 'Jo')).toBeVisible()
  await page.getByRole('radio', { name: 'Spam (1)' }).check()
  await expect(enquiryOf(page, 'Robot')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n').length).toBe(5)

  await page.getByRole('radio', { name: 'New (1)' }).check()
  await remove(page, 'Pat')
  await expect(enquiryOf(page, 'Pat')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(enquiryOf(page, 'Pat')).toBeVisible()
  await remove(page, 'Pat')
  await menu(page, 'More').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('More')
  await menu(page, 'Enquiries').click()
  await expect(page.getByRole('radio', { name: 'New (0)' })).toBeVisible()
})

test.describe('without the database', () => {
  test.use({ expectedConsole: /The enquiry could not be deleted|status of 503/ })

  test('an enquiry that could not be deleted is there again, and why', async ({
    page,
    ownSite,
  }) => {
    await ask(ownSite, 'Pat')
    await logIn(page, ownSite)
    await page.goto(`${ownSite.url}/Admin/enquiries`)
    await page.route('**/api/enquiries/*', (route) => route.fulfill({ status: 503 }))
    await remove(page, 'Pat')
    await expect(enquiryOf(page, 'Pat')).toHaveCount(0)
    await expect(page.getByText('The enquiry could not be deleted.')).toBeVisible({
      timeout: 10_000,
    })
    await expect(enquiryOf(page, 'Pat')).toBeVisible()
  })
})

test.describe('the account', () => {
  test.use({ expectedConsole: /The password could not be changed|status of 422/ })

  test('changes its password, and a refused password has an error at its field', async ({
    page,
    ownSite,
  }) => {
    await logIn(page, ownSite)
    await page.goto(`${ownSite.url}/Admin/account`)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('a password of its own')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'This is not the current password.',
    )
    await page.getByLabel('Current password').fill(adminPassword)
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/too obvious/)
    await page.getByLabel('New password').fill('a password of its own')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('The password is changed.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  })
})

test('the account shows the last logins and ends them all', async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await menu(page, 'More').click()
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(
    /Chrome on Linux/,
  )
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

test('the account shows a backup that was checked, and one that failed, and offers the last one', async ({
  page,
  ownSite,
}) => {
  const directory = join(ownSite.dataDirectory, 'backups')
  await mkdir(directory)
  const name = 'backup-2026-01-01.tar.zst'
  const bun = join(import.meta.dirname, '../node_modules/.bin/bun')
  await promisify(execFile)(bun, ['api/cli/main.ts', 'backup', join(directory, name)], {
    env: { PATH: process.env['PATH'], MONGODB_URI: ownSite.databaseUri },
  })
  const status = {
    checked: { name, at: '2026-01-01T03:00:00.000Z' },
    failure: { at: '2026-01-02T03:00:00.000Z', message: 'The disk has no room for it.' },
  }
  await writeFile(join(directory, 'status.json'), JSON.stringify(status))
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account`)
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups.getByRole('alert')).toContainText('failed. The disk has no room for it.')
  await expect(backups).toContainText(/Restored and checked on .*2026/)
  await backups.getByLabel('Your password').fill(adminPassword)
  const download = page.waitForEvent('download')
  await backups.getByRole('button', { name: 'Download the last backup' }).click()
  expect((await download).suggestedFilename()).toBe(name)
  await expect(backups.getByText(`Saved: ${name}`)).toBeVisible()
})

for (const path of ['/Admin/enquiries', '/Admin/account']) {
  test(`${path} is closed to strangers`, async ({ page, ownSite }) => {
    await page.goto(ownSite.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
    await expect(page).toHaveURL(`${ownSite.url}/login`)
  })

  test(`${path} has no violation that axe knows`, async ({ page, ownSite }) => {
    await ask(ownSite, 'Pat', { message: 'Call me: (519) 555-0134' })
    await logIn(page, ownSite)
    await page.goto(ownSite.url + path)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    expect(await violationsInBothSchemes(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  })
}
