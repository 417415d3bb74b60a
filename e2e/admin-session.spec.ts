import type { Route } from '@playwright/test'
import {
  expect,
  fillLogin,
  logIn,
  slowDown,
  test,
  untilHydrated,
} from '../testing/browser/fixtures'
import { asAdmin } from '../testing/requests'

const token = () => localStorage.getItem('authToken')

test('the band logs in, works, finds the back office on every page, and logs out', async ({
  page,
  site,
  request,
}) => {
  await page.goto('/Login')
  await fillLogin(page)
  const heading = page.getByRole('heading', { level: 1, name: 'Admin Page' })
  await expect(page).toHaveURL('/Admin')
  await expect(heading).toBeVisible()
  const kept = await page.evaluate(token)
  expect(kept).toMatch(/^ey/)
  // A logged-in administrator is redirected from the login page.
  await page.goto('/login')
  await expect(page).toHaveURL('/Admin')
  for (const path of ['/', '/Music']) {
    // Programs that wait until the network is idle must not wait for ever.
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('banner').getByRole('link', { name: 'Back office' }).click()
    await expect(page).toHaveURL('/Admin')
    await expect(heading).toBeVisible()
  }
  await page.goto('/Admin', { waitUntil: 'networkidle' })

  const answered = page.waitForResponse(`${site.url}/api/admin/logout`)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(token)).toBeNull()
  expect((await answered).status()).toBe(204)
  const headers = { authorization: `Bearer ${kept}` }
  expect((await request.get('/api/admin/verify-token', { headers })).status()).toBe(401)
})

test('the lock logs out if local storage has a token when it is pressed', async ({
  page,
  site,
  request,
}) => {
  const saved = await site.newToken()
  await page.goto('/AboutUs')
  const lock = page.getByRole('contentinfo').getByRole('button', { name: 'Log in' })
  await untilHydrated(page)
  // A page gets no storage event for its own change, just as a sleeping page gets none.
  await page.evaluate((value) => localStorage.setItem('authToken', value), saved)
  const ended = page.waitForResponse(`${site.url}/api/admin/logout`)
  await lock.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  expect(await page.evaluate(token)).toBeNull()
  expect((await ended).status()).toBe(204)
  const headers = { authorization: `Bearer ${saved}` }
  expect((await request.get('/api/admin/verify-token', { headers })).status()).toBe(401)
})

test('the lock leads to the login however early it is pressed', async ({ page }) => {
  // Clicks repeatedly from before hydration on, so that one click happens during it.
  await page.addInitScript(() => {
    const pressing = setInterval(() => {
      document.querySelector<HTMLElement>('footer button')?.click()
      if (location.pathname === '/login') clearInterval(pressing)
    })
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
})

test('without a token, the back office redirects to the login page and adds no entry to the history; “Log in” in the footer opens the login page', async ({
  page,
}) => {
  await page.goto('/Admin/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
  await expect(page).toHaveURL('/login')
  await page.goto('/Shows')
  await page.getByRole('banner').getByRole('link', { name: 'Music', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Give us a listen!' })).toBeVisible()
  await page.goto('/Admin')
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/Music')
  await untilHydrated(page)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
})

test('a login opens the page that was asked for, and the admin page where none was', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/Login')
  await expect(other.getByLabel('Username')).toBeVisible()
  await page.goto('/Admin/enquiries?box=held')
  await expect(page).toHaveURL('/login')
  await fillLogin(page)
  await expect(page.getByRole('radio', { name: /^Held/ })).toBeChecked()
  await expect(page).toHaveURL('/Admin/enquiries?box=held')
  await expect(other).toHaveURL('/Admin')
})

test('logging out in one tab takes the back office off every other', async ({
  page,
  context,
  site,
}) => {
  await logIn(page, site)
  await page.goto('/Admin/enquiries')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enquiries')
  const other = await context.newPage()
  // The site refuses a request that is under way during the logout, and the console reports that.
  await other.goto('/', { waitUntil: 'networkidle' })
  await other.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click()
  await expect(other).toHaveURL('/login')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back!')
})

test.describe('a session that the site ends', () => {
  test.use({ expectedConsole: /status of 401|could not be|Token verification failed/ })

  test('leaves what is typed in every tab', async ({ page, context, site }) => {
    await logIn(page, site)
    await page.goto('/Admin')
    await page.getByRole('button', { name: 'New show' }).click()
    await page.getByLabel('Venue').fill('Half typed')
    const other = await context.newPage()
    await other.goto('/Admin/nights')
    await other.getByLabel('First night').fill('2031-06-01')
    const headers = asAdmin((await page.evaluate(token)) ?? '')
    await site.fetch('/api/admin/logout', { method: 'POST', headers })
    await other.getByRole('button', { name: 'Add nights off' }).click()
    for (const tab of [other, page])
      await expect(tab.getByText('Your session has expired. Please log in again.')).toBeVisible()
    // One login opens again what each tab had open.
    await fillLogin(page)
    await expect(page.getByLabel('Venue')).toHaveValue('Half typed')
    await expect(other.getByLabel('First night')).toHaveValue('2031-06-01')
  })
})

test('a back office that slept through the logout is left when it wakes', async ({
  page,
  site,
}) => {
  await logIn(page, site)
  await page.goto('/Admin/enquiries')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enquiries')
  // A page gets no storage event for its own change, just as a sleeping page gets none.
  await page.evaluate(() => {
    localStorage.removeItem('authToken')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveURL('/login')
})

test.describe('on a slow phone, while the page becomes interactive', () => {
  const expectLater = expect.configure({ timeout: 20_000 })

  test.beforeEach(async ({ page, site }) => {
    await logIn(page, site)
    await slowDown(page)
  })

  test('the login page redirects a logged-in administrator', async ({ page }) => {
    await page.goto('/login')
    await expectLater(page.getByRole('heading', { level: 1, name: 'Admin Page' })).toBeVisible()
  })

  test('a logged-in administrator can leave the back office', async ({ page }) => {
    await page.goto('/Admin', { waitUntil: 'commit' })
    const header = page.getByRole('banner')
    await header.getByText('Site', { exact: true }).click()
    await header.getByRole('link', { name: 'Music', exact: true }).click()
    await expectLater(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
  })
})

test.describe('the login form', () => {
  test.use({ expectedConsole: /Login failed:|Failed to load resource/ })
  const spoiled = {
    'an empty object': (route) => route.fulfill({ json: {} }),
    'the page of a captive portal': (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
    'a token that is not a string': (route) => route.fulfill({ json: { token: 7 } }),
    'no response': (route) => route.abort(),
  } satisfies Record<string, (route: Route) => Promise<void>>

  test('shows and hides the password, and says that logging in failed', async ({ page }) => {
    await page.goto('/login')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('wrong')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('wrong')
    await page.getByRole('button', { name: 'Hide what is typed' }).click()
    await expect(password).toHaveAttribute('type', 'password')

    await page.getByLabel('Username').fill('admin')
    const alert = page.getByRole('alert')
    const logInButton = page.getByRole('button', { name: 'Login' })
    const failure = 'Login failed. Please check your credentials.'
    await logInButton.click()
    await expect(alert).toHaveText(failure)
    await expect(page.getByLabel('Username')).toHaveValue('admin')
    for (const [what, spoil] of Object.entries(spoiled)) {
      let requests = 0
      await page.route('**/api/admin/login', (route) => {
        requests += 1
        return spoil(route)
      })
      // The press removes the message of the attempt before.
      await logInButton.click()
      await expect.poll(() => requests, what).toBe(1)
      await expect(alert, what).toHaveText(failure)
      await page.unroute('**/api/admin/login')
    }
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(token)).toBeNull()
  })
})

test.describe('a token that the server does not know', () => {
  test.use({
    expectedConsole: /Token verification failed:|Failed to load resource|could not be saved/,
  })

  test('is not verified by another answer, and nobody is logged out for it', async ({
    page,
    site,
  }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const problems = () => said.filter((text) => text.startsWith('Token verification failed:'))
    await logIn(page, site)
    for (const [path, spoil] of [
      ['/Admin', (route) => route.fulfill({ status: 204 })],
      ['/Admin', (route) => route.abort()],
      ['/login', (route) => route.fulfill({ status: 201, json: { username: 'admin' } })],
      ['/login', (route) => route.fulfill({ status: 204 })],
    ] satisfies [string, (route: Route) => Promise<void>][]) {
      said.length = 0
      await page.route('**/api/admin/verify-token', spoil)
      await page.goto(path)
      await expect(
        path === '/Admin'
          ? page.getByRole('heading', { name: 'Admin Page' })
          : page.getByLabel('Username'),
      ).toBeVisible()
      await expect.poll(() => problems().length).toBe(1)
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await page.evaluate(token)).toMatch(/^ey/)
      await page.unroute('**/api/admin/verify-token')
    }
  })

  test('ends the session at the first call, and typed text is kept', async ({ page }) => {
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('was-here')) localStorage.setItem('authToken', 'dead')
      sessionStorage.setItem('was-here', 'yes')
    })
    // The login page shows its form in spite of this token.
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.goto('/Admin')
    await page.getByLabel('Date').fill('2031-01-02')
    await page.getByLabel('Venue').fill('Kept venue')
    await page.getByLabel('City').fill('London')
    await page.getByRole('button', { name: 'Add Show' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
    await fillLogin(page)
    await expect(page.getByLabel('Venue')).toHaveValue('Kept venue')
    await expect(page.getByLabel('Date')).toHaveValue('2031-01-02')
  })
})
