import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  countTaps,
  expect,
  fillLogin,
  logIn,
  untilHydrated,
  violationsInBothSchemes,
} from '../testing/browser/fixtures'
import { isWider } from '../testing/browser/layout'
import { test } from '../testing/browser/own-site'
import { addAuthenticator } from '../testing/browser/virtual-authenticator'
import { addShow } from '../testing/records'
import { adminPassword, backUp } from '../testing/site-process'

test.use({ viewport: { width: 360, height: 740 } })

test.describe('a password', () => {
  test.use({
    expectedConsole:
      /Failed to load resource|Recovery failed|The password could not be changed|status of 422/,
  })

  test('is replaced with a code from paper when it is forgotten, and changed on the account page', async ({
    page,
    ownSite,
  }) => {
    await logIn(page, ownSite)
    await page.goto(`${ownSite.url}/Admin/account#recovery`)
    await page.getByLabel('Your password, for the codes').fill(adminPassword)
    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    expect(await violationsInBothSchemes(page)).toEqual([])
    expect(await isWider(page)).toBe(false)
    const code = (await codes.first().textContent()) ?? ''
    await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()

    // A wrong code is refused, and what was typed stays.
    await page.getByRole('button', { name: 'Forgot the password?' }).click()
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Recovery code').fill('0000-0000-0000-0000')
    await page.getByLabel('New password').fill('quartz lantern 58 ferry')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('alert')).toContainText('User name or code is wrong.')
    await expect(page.getByLabel('Recovery code')).toHaveValue('0000-0000-0000-0000')
    await page.getByRole('button', { name: 'Back to login' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()

    await page.getByRole('button', { name: 'Forgot the password?' }).click()
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Recovery code').fill(code.toLowerCase())
    await page.getByLabel('New password').fill('quartz lantern 58 ferry')
    expect(await violationsInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()

    // A refused password has an error at its field.
    await page.goto(`${ownSite.url}/Admin/account#password`)
    // The list of sections says how many are left.
    await expect(page.getByText('9 codes left')).toBeAttached()
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('a password of its own')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'This is not the current password.',
    )
    await page.getByLabel('Current password').fill('quartz lantern 58 ferry')
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

test('mail is set up on the account page, and the test says what the server answered', async ({
  page,
  ownSite,
}) => {
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account#mail`)
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1')
  // Nothing listens on this port.
  await page.getByLabel('Port', { exact: true }).fill('1')
  await page.getByLabel('From').fill('site@band.example')
  await page.getByLabel('To', { exact: true }).fill('us@band.example')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Log out?' })
  await expect(question).toContainText('1 unsaved form on this device has not been saved')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save mail settings' }).click()
  await expect(page.getByText('Saved. Send a test mail now.')).toBeVisible()
  await page.getByRole('button', { name: 'All sections' }).click()
  await page.getByRole('link', { name: 'Mail On' }).click()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The test mail was not accepted: The mail server can’t be reached. Check its name and its port.',
  )
  await page.getByLabel('Mail server', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save mail settings' }).click()
  await expect(page.getByText('Mail is off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test mail' })).toHaveCount(0)
})

test('a passkey logs in without the password, and everybody is logged out', async ({
  page,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/login`)
  await fillLogin(page)
  const menu = page.getByRole('navigation', { name: 'Back office pages' })
  await menu.getByRole('link', { name: 'More' }).click()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Account' }).click()
  await main.getByRole('link', { name: 'Sessions 1 device logged in' }).click()
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem').first()).toContainText(/Chrome on Linux/)
  // The phone's Back leads to the list, to the row that was pressed.
  await page.goBack()
  await expect(main.getByRole('link', { name: 'Sessions' })).toBeFocused()
  await expect(sessions).toBeHidden()
  // A section opens at its top, wherever the list was scrolled.
  await page.evaluate(() => scrollTo({ top: 9_999, behavior: 'instant' }))
  await main.getByRole('link', { name: 'Import and export' }).click()
  await expect(main.getByRole('button', { name: 'All sections' })).toBeInViewport({ ratio: 1 })
  await main.getByRole('button', { name: 'All sections' }).click()
  await main.getByRole('link', { name: 'Passkeys' }).click()
  const removeAuthenticator = await addAuthenticator(page)
  await page.getByLabel('Name of the passkey').fill('Robin’s thumb')
  await page.getByLabel('Your password, for the passkey').fill(adminPassword)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Added: Robin’s thumb')).toBeVisible()

  // The authenticator confirms the passkey that is offered in the user name's field, so nothing needs to be pressed.
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()

  // Without that offer, there is a button.
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/account#passkeys`)
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByText('Deleted: Robin’s thumb')).toBeVisible()

  // The authenticator still has the deleted passkey, and would offer it on the login page.
  await removeAuthenticator()
  await page.getByRole('button', { name: 'All sections' }).click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

test('the last backup that the site has made is offered, and a failed one is reported', async ({
  page,
  ownSite,
}) => {
  await logIn(page, ownSite)
  const path = test.info().outputPath('band.tar.zst')
  await backUp(ownSite, path)
  const directory = join(ownSite.dataDirectory, 'backups')
  await mkdir(directory, { recursive: true })
  const name = 'backup-2026-01-01.tar.zst'
  await copyFile(path, join(directory, name))
  const status = {
    checked: { name, at: '2026-01-01T03:00:00.000Z' },
    failure: { at: '2026-01-02T03:00:00.000Z', message: 'The disk has no room for it.' },
  }
  await writeFile(join(directory, 'status.json'), JSON.stringify(status))
  await page.goto(`${ownSite.url}/Admin/account#backups`)
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups.getByRole('alert')).toContainText('failed. The disk has no room for it.')
  await expect(backups).toContainText(/Restored and checked on .*2026/)
  await backups.getByLabel('Your password').fill(adminPassword)
  const download = page.waitForEvent('download')
  await backups.getByRole('button', { name: 'Download the last backup' }).click()
  expect((await download).suggestedFilename()).toBe(name)
  await expect(backups.getByText(`Saved: ${name}`)).toBeVisible()
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByText('Backed up, and checked that it can be restored.')).toBeVisible()
  await expect(backups.getByRole('alert')).toHaveCount(0)
})

test('the account page says how fast visitors saw the site', async ({ page, ownSite, browser }) => {
  const visitor = await browser.newPage({ userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36' })
  await visitor.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }),
  )
  await visitor.clock.install()
  const script = visitor.waitForResponse(/\/assets\/report-/)
  await visitor.goto(`${ownSite.url}/Shows`)
  await untilHydrated(visitor)
  await visitor.clock.runFor(5_000)
  await script
  await visitor.waitForLoadState('networkidle')
  const report = visitor.waitForResponse(/\/api\/vitals$/)
  await visitor.evaluate(async () => {
    // On a busy machine, the largest paint comes later than the scripts.
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      }),
    )
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await report).status()).toBe(204)
  expect(JSON.parse((await report).request().postData() ?? '')).toMatchObject({
    lcp: expect.any(Number),
    cls: expect.any(Number),
  })
  await visitor.close()
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account#status`)
  await expect(
    page.getByText(/For 75 % of page loads: main content after .* 1 page load/),
  ).toBeVisible()
})

test('shows come in from a spreadsheet, after a look at it, and go out again', async ({
  page,
  ownSite,
}) => {
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account#transfer`)
  const choose = (csv: string) =>
    page.getByLabel('Spreadsheet or calendar').setInputFiles({
      name: 'shows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`date,venue,city,promoter\n2031-05-01,Aeolian Hall,London,Al\n${csv}`),
    })
  const look = page.getByRole('button', { name: 'Look at it' })
  // A calendar becomes rows, too.
  await page.getByLabel('Spreadsheet or calendar').setInputFiles({
    name: 'gigs.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20310501T200000\nLOCATION:Hall\nEND:VEVENT\nEND:VCALENDAR',
    ),
  })
  const kind = page.getByLabel('What it contains')
  await kind.selectOption('Songs')
  await look.click()
  await expect(page.getByText('A calendar contains shows. Choose Shows above.')).toBeVisible()
  await kind.selectOption('Shows')
  await look.click()
  await expect(page.getByText('0 new, 0 there already, 1 with errors.')).toBeVisible()
  await expect(page.getByLabel('Or paste it here')).toHaveValue(/"2031-05-01","Hall"/)
  // Browsers fire no `change` event when the same file is chosen again, unless the input is emptied.
  await expect(page.getByLabel('Spreadsheet or calendar')).toHaveValue('')
  await choose('2031-02-30,Wolf,London\n')
  await look.click()
  await expect(
    page.getByText(
      '1 new, 0 there already, 1 with errors. Columns that are not imported: promoter.',
    ),
  ).toBeVisible()
  await expect(
    page.getByText(/Line 3, “2031-02-30,Wolf,London”: Date: This must be a real day/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 1', exact: true })).toHaveCount(0)
  // What was wrong is corrected in place.
  const pasted = page.getByLabel('Or paste it here')
  await pasted.fill((await pasted.inputValue()).replace('2031-02-30', '2031-02-28'))
  await look.click()
  await expect(page.getByText('Line 3: February 28, 2031 at Wolf, London')).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])
  // A text that is corrected after the check must be checked again.
  const corrected = await pasted.inputValue()
  await pasted.fill(corrected.replace('Wolf', 'Wolf Hall'))
  await expect(page.getByRole('button', { name: 'Add 2' })).toHaveCount(0)
  await pasted.fill(corrected)
  await look.click()
  await expect(page.getByRole('button', { name: 'Add 2' })).toBeVisible()
  // So must one that contains something else.
  await kind.selectOption('Songs')
  await expect(page.getByRole('button', { name: 'Add 2' })).toHaveCount(0)
  await kind.selectOption('Shows')
  await look.click()
  await page.getByRole('button', { name: 'Add 2' }).click()
  await expect(page.getByText('Added: 2. There already: 0.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Import and export' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import is undone.')).toBeVisible()
  await expect(pasted).toHaveValue(corrected)
  // Rows without errors can be added first; the others stay.
  await choose('2031-02-30,Wolf,London\n')
  await look.click()
  await page.getByRole('button', { name: 'Add 1, keep the others here' }).click()
  await expect(page.getByText('Added: 1. There already: 0.')).toBeVisible()
  await expect(pasted).toHaveValue('date,venue,city,promoter\n2031-02-30,Wolf,London\n')
  await expect(page.getByText(/Line 2, .* Date: This must be a real day/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: Shows' }).click()
  expect((await download).suggestedFilename()).toBe('shows.csv')
  await page.reload()
  await page.getByRole('button', { name: 'Undo the last import' }).click()
  await expect(page.getByText('The import is undone.')).toBeVisible()
  // The rows that were added are back beside the wrong one.
  await expect(pasted).toHaveValue(/^date,venue,city,promoter\n(?!2031-02-30).+\n2031-02-30,/)
  expect(await (await ownSite.fetch('/api/shows')).json()).toEqual({ shows: [] })
})

test('thirty shows come in with few taps, one of them corrected and one there already', async ({
  page,
  ownSite,
}) => {
  const taps = await countTaps(page)
  await addShow(ownSite, { date: '2031-01-01', venue: 'Hall 1' })
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin`)
  const menu = page.getByRole('navigation', { name: 'Back office pages' })
  await menu.getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Import and export' }).click()
  const lines = Array.from(
    { length: 30 },
    (_, index) => `Jan ${index + 1}, 2031, Hall ${index + 1}, London, 8:30 PM`,
  )
  const pasted = page.getByLabel('Or paste it here')
  const look = page.getByRole('button', { name: 'Look at it' })
  await pasted.click()
  await pasted.fill(lines.join('\n').replace('Jan 30,', 'Jan 32,'))
  await look.click()
  await expect(page.getByText('28 new, 1 there already, 1 with errors.')).toBeVisible()
  await pasted.click()
  await pasted.fill(lines.join('\n'))
  await look.click()
  await page.getByRole('button', { name: 'Add 29' }).click()
  await expect(page.getByText('Added: 29. There already: 1.')).toBeVisible()
  expect(await taps()).toBeLessThanOrEqual(20)
})
