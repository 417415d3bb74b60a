import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, logIn, violationsInBothSchemes } from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'
import { asAdmin, json } from '../testing/requests'
import { adminPassword } from '../testing/site-process'

test.use({ viewport: { width: 360, height: 740 } })

const bun = join(import.meta.dirname, '../node_modules/.bin/bun')

test('a forgotten password is replaced with a code from paper', async ({ page, ownSite }) => {
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account`)
  await page.getByLabel('Your password, for the codes').fill(adminPassword)
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  expect(await violationsInBothSchemes(page)).toEqual([])
  const code = (await codes.first().textContent()) ?? ''
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Forgot the password?' }).click()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Recovery code').fill(code.toLowerCase())
  await page.getByLabel('New password').fill('quartz lantern 58 ferry')
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()
})

test.describe('a code that is refused', () => {
  test.use({ expectedConsole: /Failed to load resource|Recovery failed/ })

  test('is said to be wrong, and what was typed stays', async ({ page, ownSite }) => {
    await page.goto(`${ownSite.url}/login`)
    await page.getByRole('button', { name: 'Forgot the password?' }).click()
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Recovery code').fill('0000-0000-0000-0000')
    await page.getByLabel('New password').fill('quartz lantern 58 ferry')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('alert')).toContainText('User name or code is wrong.')
    await expect(page.getByLabel('Recovery code')).toHaveValue('0000-0000-0000-0000')
    await page.getByRole('button', { name: 'Back to login' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })
})

test('a lost phone is logged out on its own', async ({ page, ownSite }) => {
  await logIn(page, ownSite)
  const credentials = json(
    'POST',
    { username: 'admin', password: adminPassword },
    { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' },
  )
  const response = await ownSite.fetch('/api/admin/login', credentials)
  const { token } = (await response.json()) as { token: string }
  await page.goto(`${ownSite.url}/Admin/account`)
  const phone = page.getByRole('listitem').filter({ hasText: 'Safari on iPhone, since' })
  await phone.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('Logged out: Safari on iPhone')).toBeVisible()
  await expect(phone).toHaveCount(0)
  const status = async (headers: Record<string, string>) =>
    (await ownSite.fetch('/api/admin/verify-token', { headers })).status
  expect(await status(asAdmin(token))).toBe(401)
})

test('mail is set up on the account page, and the test says what the server answered', async ({
  page,
  ownSite,
}) => {
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account`)
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1')
  // Nothing listens on this port.
  await page.getByLabel('Port').fill('1')
  await page.getByLabel('From').fill('site@band.example')
  await page.getByLabel('To', { exact: true }).fill('us@band.example')
  await page.getByRole('button', { name: 'Save mail settings' }).click()
  await expect(page.getByText('Saved. Send a test mail now.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('The mail server did not accept the mail:')).toBeVisible()
  await page.getByLabel('Mail server', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save mail settings' }).click()
  await expect(page.getByText('Mail is off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test mail' })).toHaveCount(0)
})

test('a device gets a name and a passkey, which logs in without the password', async ({
  page,
  ownSite,
}) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account`)
  await page.getByLabel('Name of this device').fill('Robin’s phone')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('This device is called Robin’s phone.')).toBeVisible()
  await page.getByLabel('Name of the passkey').fill('Robin’s thumb')
  await page.getByLabel('Your password, for the passkey').fill(adminPassword)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Added: Robin’s thumb')).toBeVisible()
  await expect(page.getByText(/Robin’s thumb, added .*, not used yet/)).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])

  // Without this, the authenticator confirms the passkey that is offered in the user name's field before the button is pressed.
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/account`)
  await expect(page.getByText(/Robin’s phone, since .* · this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByText('Deleted: Robin’s thumb')).toBeVisible()
})

test('a backup is restored from its file, after a look at what it contains', async ({
  page,
  ownSite,
}) => {
  await logIn(page, ownSite)
  const token = await ownSite.token()
  const add = (venue: string) =>
    ownSite.fetch(
      '/api/shows',
      json('POST', { date: '2031-05-01', venue, city: 'London' }, asAdmin(token)),
    )
  await add('Before the backup')
  const path = test.info().outputPath('band.tar.zst')
  await promisify(execFile)(bun, ['api/cli/main.ts', 'backup', path, '--without-secrets'], {
    env: { PATH: process.env['PATH'], MONGODB_URI: ownSite.databaseUri },
  })
  await add('After the backup')
  await page.goto(`${ownSite.url}/Admin/account`)
  await page.getByLabel('Backup file').setInputFiles(path)
  await page.getByLabel('Your password, to restore').fill(adminPassword)
  await page.getByRole('button', { name: 'Look at the backup' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It has 1 show, 0 tracks')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(/Restored: the content of/)).toBeVisible()
  await page.goto(`${ownSite.url}/Shows`)
  await expect(page.getByText('Before the backup').first()).toBeVisible()
  await expect(page.getByText('After the backup')).toHaveCount(0)
})

test('the account page says how fast visitors saw the site', async ({ page, ownSite, browser }) => {
  const visitor = await browser.newPage({ userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36' })
  await visitor.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }),
  )
  await visitor.goto(`${ownSite.url}/Shows`)
  // After the page is idle.
  await visitor.waitForResponse(/\/assets\/report-/)
  await visitor.waitForLoadState('networkidle')
  const report = visitor.waitForResponse(/\/api\/vitals$/)
  await visitor.evaluate(() => {
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
  await page.goto(`${ownSite.url}/Admin/account`)
  await expect(
    page.getByText(/For 75 % of page loads: main content after .* 1 page load/),
  ).toBeVisible()
})

test('shows come in from a spreadsheet, after a look at it, and go out again', async ({
  page,
  ownSite,
}) => {
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/account`)
  const choose = (csv: string) =>
    page.getByLabel('Spreadsheet or calendar').setInputFiles({
      name: 'shows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`date,venue,city\n2031-05-01,Aeolian Hall,London\n${csv}`),
    })
  const look = page.getByRole('button', { name: 'Look at it' })
  await choose('2031-02-30,Wolf,London\n')
  await look.click()
  await expect(page.getByText('1 new, 0 there already, 1 with errors.')).toBeVisible()
  await expect(page.getByText(/Line 3: date: This must be a real day/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 1' })).toHaveCount(0)
  // What was wrong is corrected in place.
  const pasted = page.getByLabel('Or paste it here')
  await pasted.fill((await pasted.inputValue()).replace('2031-02-30', '2031-02-28'))
  await look.click()
  await expect(page.getByText('Line 3: February 28, 2031 at Wolf, London')).toBeVisible()
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Add 2' }).click()
  await expect(page.getByText('Added: 2. There already: 0.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import is undone.')).toBeVisible()
  await choose('')
  await look.click()
  await page.getByRole('button', { name: 'Add 1' }).click()
  await expect(page.getByText('Added: 1. There already: 0.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: Shows' }).click()
  expect((await download).suggestedFilename()).toBe('shows.csv')
})
