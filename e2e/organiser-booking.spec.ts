import { asAdmin } from '../api/testing/requests'
import { expect, holdBack, test } from './fixtures'

const success = 'Thanks for contacting us! You will hear from us soon!'
const failure = 'Error sending message. Please try again later.'

test.beforeEach(async ({ page }) => {
  await page.goto('/BookUs')
})

async function fill(page: import('@playwright/test').Page, message: string) {
  await page.getByLabel('Name').fill('Pat')
  await page.getByLabel('Email').fill('pat@example.org')
  await page.getByLabel('Message').fill(message)
}

test('a message is sent, the button says so meanwhile, and the form is cleared', async ({
  page,
  site,
  request,
}) => {
  const message = `A wedding in June? ${crypto.randomUUID()}`
  await fill(page, message)
  const release = await holdBack(page, '**/bookus')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  release()
  await expect(page.getByText(success)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  for (const label of ['Name', 'Email', 'Message'])
    await expect(page.getByLabel(label)).toHaveValue('')

  const headers = asAdmin(await site.token())
  const { enquiries } = await (await request.get('/api/enquiries', { headers })).json()
  expect(
    enquiries.filter((enquiry: { message: string }) => enquiry.message === message).length,
  ).toBe(1)
})

test('by keyboard alone', async ({ page }) => {
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Pat')
  await page.keyboard.press('Tab')
  await page.keyboard.type('pat@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(success)).toBeVisible()
})

for (const label of ['Name', 'Email', 'Message'])
  test(`the browser asks for ${label}`, async ({ page }) => {
    await fill(page, 'Hello')
    await page.getByLabel(label).fill('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel(label)).toBeFocused()
    expect(
      await page.getByLabel(label).evaluate((node: HTMLInputElement) => node.validity.valueMissing),
    ).toBe(true)
  })

test.describe('when it fails', () => {
  test.use({ expectedConsole: /Sending the booking enquiry failed:|Failed to load resource/ })

  for (const [what, spoil] of [
    ['the network', (route: import('@playwright/test').Route) => route.abort()],
    ['the server', (route: import('@playwright/test').Route) => route.fulfill({ status: 500 })],
  ] as const)
    test(`${what} is at fault, and nothing typed is lost`, async ({ page }) => {
      await fill(page, 'Hello')
      await page.route('**/bookus', spoil)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('alert')).toHaveText(failure)
      await expect(page.getByLabel('Message')).toHaveValue('Hello')
      await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
      await page.unroute('**/bookus')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(success)).toBeVisible()
    })

  test('the server’s word on a field stands at the field', async ({ page }) => {
    await fill(page, 'Hello')
    await page.getByLabel('Name').fill('   ')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText(failure)
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('This field is required.')
  })
})
