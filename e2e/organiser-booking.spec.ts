import type { Route } from '@playwright/test'
import { failure, queuedNotice, stored, success, write } from '../testing/browser/booking'
import { expect, holdBack, settled, test, untilHydrated } from '../testing/browser/fixtures'
import { site as band } from '../web/content/site'

test('the page lists the offer; a message is sent, the button says so meanwhile, and another one can be written by keyboard alone', async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'a%20token', url: site.url }])
  await page.goto('/BookUs')
  const { includes = [], travel = '', answer = '', phone = '', email = '' } = band.booking ?? {}
  for (const text of [...includes, travel, answer])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:5195550142')
  await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)

  const message = `A wedding in June? ${crypto.randomUUID()}`
  await write(page, message)
  const release = await holdBack(page, '**/bookus')
  const call = page.waitForRequest('**/bookus')
  await page.getByRole('button', { name: 'Submit' }).click()
  // Calls to the site's own origin carry the token of the cookie XSRF-TOKEN.
  expect((await call).headers()['x-xsrf-token']).toBe('a token')
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  release()
  await expect(page.getByText(success)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  for (const label of ['Name', 'Email', 'Message'])
    await expect(page.getByLabel(label)).toHaveValue('')
  expect((await stored(site)).filter((text) => text === message)).toHaveLength(1)
  const stamp = page.getByText('Sent', { exact: true })
  await expect(stamp).toBeVisible()
  const size = await settled(page, () => stamp.boundingBox())
  const form = await page.locator('form').boundingBox()
  expect((size?.width ?? 0) / (form?.width ?? 1)).toBeGreaterThan(0.4)
  // Nothing moves while the next message is typed.
  const name = page.getByLabel('Name')
  const place = await settled(page, () => name.boundingBox())
  await name.fill('Pat')
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  expect(await settled(page, () => name.boundingBox())).toEqual(place)
  await name.fill('')

  await page.getByRole('button', { name: 'Write another' }).click()
  await expect(stamp).toHaveCount(0)
  await expect(name).toBeFocused()
  await page.keyboard.type('Pat')
  await page.keyboard.press('Tab')
  await page.keyboard.type('pat@gmial.com')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Did you mean pat@gmail.com?')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('pat@example.org')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(success)).toBeVisible()
  const list = page.waitForRequest('**/api/shows')
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  expect((await list).headers()['x-xsrf-token']).toBe('a token')
})

test('the browser asks for what is missing, a name of spaces included, and nothing is sent', async ({
  page,
}) => {
  await page.goto('/BookUs')
  // Before that, the browser shows its own message.
  await untilHydrated(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  const submit = () => page.getByRole('button', { name: 'Submit' }).click()
  for (const label of ['Name', 'Email', 'Message']) {
    await write(page, 'Hello')
    const field = page.getByLabel(label)
    await field.fill('')
    await submit()
    await expect(field).toBeFocused()
    expect(await field.evaluate((node: HTMLInputElement) => node.validity.valueMissing)).toBe(true)
    await expect(field).toHaveAccessibleDescription('This field is required.')
    await field.fill('x')
    await expect(field).toHaveAccessibleDescription('')
  }
  await write(page, 'Hello')
  const name = page.getByLabel('Name')
  // The message is about the name that was submitted; the same mistake has it again.
  for (const spaces of ['   ', '  ']) {
    await name.fill(spaces)
    await expect(name).toHaveAccessibleDescription('')
    await submit()
    await expect(name).toHaveAccessibleDescription('This field is required.')
    await expect(name).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await name.fill('Pat')
  await submit()
  await expect(page.getByText(success)).toBeVisible()
  expect(sent).toBe(1)
})

test('a pasted message that is too long stays whole, with the number of its characters', async ({
  page,
}) => {
  // It is pasted before the page is hydrated.
  const letThrough = await holdBack(page, '**/assets/*.js')
  await page.goto('/BookUs')
  await write(page, '')
  const message = page.getByLabel('Message')
  await message.focus()
  await page.keyboard.insertText('x'.repeat(5_001))
  letThrough()
  const problem = 'This must have at most 5,000 characters. It has 5,001.'
  await expect(message).toHaveAccessibleDescription(problem)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription(problem)
  await expect(message).toHaveValue('x'.repeat(5_001))
  await message.press('Backspace')
  await expect(message).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(success)).toBeVisible()
})

test('an error leaves with the value that caused it, and “Clear” empties everything', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('wishedSongs', JSON.stringify({ ids: ['507f1f77bcf86cd799439011'] })),
  )
  await page.goto('/BookUs')
  await expect(page.getByText('Your songs: 1 ticked')).toBeVisible()
  await page.getByLabel('Name').fill('Pat')
  await page.getByLabel('Email').fill('pat@')
  await page.getByRole('button', { name: 'Submit' }).click()
  const email = page.getByLabel('Email')
  await expect(email).toHaveAccessibleDescription('This must be a valid email address.')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(email).toHaveAccessibleDescription('')
  await expect(page.getByText(/^Your songs/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0)
  await write(page, 'Hello')
  const date = page.getByLabel('Date')
  await date.focus()
  await page.keyboard.type('12')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(date).toHaveAccessibleDescription('This must be a whole date.')
  await page.keyboard.press('Backspace')
  await expect(date).toHaveAccessibleDescription('')
  await page.getByLabel('Guests').fill('0')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Guests')).toHaveAccessibleDescription(
    'This must be a whole number from 1 to 1000000.',
  )
})

test.describe('when it fails', () => {
  test.use({ expectedConsole: /Sending the booking enquiry failed:|Failed to load resource/ })

  test('nothing typed is lost, an error is at its field, and the result is in view', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/BookUs')
    await write(page, 'Hello')
    for (const spoil of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 500 }),
    ]) {
      await page.route('**/bookus', spoil)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('alert')).toHaveText(queuedNotice)
      await expect(page.getByText(failure, { exact: true })).toBeVisible()
      await expect(page.getByLabel('Message')).toHaveValue('Hello')
      await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
      await page.unroute('**/bookus')
    }
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(success)).toBeVisible()

    // A server error is shown at its field, which gets the focus.
    await write(page, 'Hello')
    await page.getByLabel('Name').fill(`e${'\u0301'.repeat(31)}`)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText(failure)
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/accents on one letter/)
    await expect(page.getByLabel('Name')).toBeFocused()
    // Also a field that was hidden meanwhile.
    await page.getByLabel('Name').fill('Pat')
    const more = page.getByText('Tell us more')
    await more.click()
    await page.getByLabel('Place').fill('12 Main St\tLondon')
    await more.click()
    await expect(page.getByLabel('Place')).toBeHidden()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('Place')).toBeFocused()

    // The result of the button below the optional fields is in view.
    await page.getByLabel('Place').fill('12 Main St, London')
    await page.route('**/bookus', (route) => route.fulfill({ status: 500 }))
    const sendAll = page.getByRole('button', { name: 'Send all of it' })
    await sendAll.click()
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await page.unroute('**/bookus')
    await sendAll.click()
    await expect(page.getByText(success)).toBeInViewport()
    await expect(page.locator('#answer')).toBeFocused()
  })
})
