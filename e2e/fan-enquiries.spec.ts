import type { Page } from '@playwright/test'
import type { ShowsResponse } from '../api/contract/shows'
import { syncDispatcher } from '../testing/browser/background-sync'
import { inboxOf, queuedNotice, stored, submit, success, write } from '../testing/browser/booking'
import { expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { holdBack } from '../testing/browser/fixtures'
import type { Gate } from '../testing/browser/gate'

test.use({
  expectedConsole: /Failed to load resource|Sending the booking enquiry failed|NetworkError/,
})

/** Removes Background Sync, which Safari and Firefox lack. */
function withoutSync() {
  const { ServiceWorkerRegistration } = globalThis as {
    ServiceWorkerRegistration?: { prototype: object }
  }
  if (ServiceWorkerRegistration) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
}

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting to be sent' })

/** A name that passes the browser's validation and fails the server's. */
const refusedName = `Pat${'\u0301'.repeat(31)}`

/** Makes the page send what waits, as when somebody looks at it again. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Opens the booking page, and turns the network off. */
async function bookOffline(page: Page, gate: Gate) {
  await firstVisit(page, `${gate.url}/BookUs`)
  await page.context().setOffline(true)
}

test('of three enquiries written offline one is removed; after a reload and with two tabs, exactly two are stored', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await bookOffline(page, gate)
  await submit(page, 'A wedding in June')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await expect(page.getByLabel('Message')).toHaveValue('')
  for (const message of ['Not after all', 'A barn dance in May']) {
    await submit(page, message)
    await expect(waiting(page)).toContainText(message)
    await expect(page.getByLabel('Message')).toHaveValue('')
  }
  const items = waiting(page).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await page.reload()
  await expect(items).toHaveCount(3)
  await items.filter({ hasText: 'Not after all' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(items).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const tab = await context.newPage()
  await tab.goto(`${gate.url}/Shows`)
  await expect(tab.getByText('Harbour Stage')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(() => stored(gatedSite)).toEqual(['A barn dance in May', 'A wedding in June'])
  const countSuccesses = async () =>
    (await page.getByText(success).count()) + (await tab.getByText(success).count())
  await expect.poll(countSuccesses).toBeGreaterThan(0)
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Want to book us?' })).toBeVisible()
  expect((await stored(gatedSite)).length).toBe(2)
})

test('while the site is down, the form shows the last known availability, and queues the message with its song', async ({
  page,
  gate,
  gatedSite,
}) => {
  const { shows } = (await (await gatedSite.fetch('/api/shows')).json()) as ShowsResponse
  const { date = '' } = shows.findLast(({ status }) => status === undefined) ?? {}
  await firstVisit(page, `${gate.url}/Songs`)
  await page.getByRole('checkbox', { name: 'John Henry' }).check()
  await page.getByRole('link', { name: 'Play these for us (1)' }).click()
  await page.getByLabel('Date').fill(date)
  await expect(page.getByText('Ask anyway!')).toHaveText('We’re not free that night. Ask anyway!')
  await gate.goDown()
  await page.reload()
  await expect(page.getByText(/Ask anyway! \(As of .+\)/)).toBeVisible()
  await submit(page, 'A ferry in July')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await gate.goUp()
  await lookAgain(page)
  await expect(page.getByText(success)).toBeVisible()
  const { enquiries } = await inboxOf(gatedSite)
  expect(enquiries).toMatchObject([
    { message: 'A ferry in July', date, songIds: [expect.any(String)] },
  ])
})

test('after each kind of failed response the form shows the error, and the message is sent later, once', async ({
  page,
  gate,
  gatedSite,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  const message = page.getByLabel('Message')
  async function submitInVain(text: string) {
    await submit(page, text)
    await expect(page.getByRole('alert')).toHaveText(queuedNotice)
    // The success message of the previous enquiry is gone.
    await expect(page.getByText(success)).toHaveCount(0)
    gate.open()
  }
  async function untilSent() {
    await expect(page.getByText(success)).toBeVisible()
    await expect(message).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(waiting(page)).toHaveCount(0)
  }
  gate.refusePosts(503, { 'retry-after': '1' })
  await submit(page, 'Again and again')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await expect(message).toHaveValue('Again and again')
  gate.open()
  await untilSent()

  gate.respondLikeCaptivePortal()
  await submitInVain('From the café')
  await lookAgain(page)
  await untilSent()

  gate.onResponse(({ incoming, response, pass }) => {
    if (incoming.method === 'POST') response.destroy()
    else pass()
  })
  await submitInVain('Only once')
  await page.getByRole('button', { name: 'Submit' }).click()
  await untilSent()

  // A message that is changed after it failed replaces the one that waits.
  gate.refusePosts(500)
  await submitInVain('Frist version')
  await message.fill('First version')
  await expect(waiting(page)).toContainText('Frist version')
  await page.getByRole('button', { name: 'Submit' }).click()
  await untilSent()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Want to book us?' })).toBeVisible()
  // The gate forwarded the first attempts to the site and replaced only their responses.
  expect(await stored(gatedSite)).toEqual([
    'Again and again',
    'First version',
    'Frist version',
    'From the café',
    'Only once',
  ])
})

test('an attempt that fails inside the browser leaves one message, however often it is submitted', async ({
  page,
  gate,
  gatedSite,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  let attempts = 0
  await page.exposeFunction('countAttempt', () => {
    attempts += 1
  })
  await page.evaluate(() => {
    navigator.locks.request = () => {
      ;(window as unknown as { countAttempt: () => void }).countAttempt()
      return Promise.reject(new Error('no lock'))
    }
  })
  await submit(page, 'Once is enough')
  for (const attempt of [1, 2, 3]) {
    if (attempt > 1) await page.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => attempts).toBeGreaterThanOrEqual(attempt)
    await expect(page.getByRole('alert')).toHaveText(queuedNotice)
    await expect(page.getByLabel('Message')).toHaveValue('Once is enough')
  }
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator.locks, 'request')
    dispatchEvent(new Event('online'))
  })
  await expect(page.getByText(success)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  expect(await stored(gatedSite)).toEqual(['Once is enough'])
})

test('a final refusal is reported, and the text can be edited in the form, where it replaces another one only after a confirmation', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await bookOffline(page, gate)
  await write(page, 'Where do I write to?')
  await page.getByLabel('Name').fill(refusedName)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await context.setOffline(false)
  await expect(page.getByText('An enquiry of yours could not be sent.')).toBeVisible()
  await page.getByRole('link', { name: 'See the message' }).click()
  await expect(waiting(page)).toContainText('Not sent.')
  const edit = waiting(page).getByRole('button', { name: 'Edit' })
  await write(page, 'Half a thought')
  await edit.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Half a thought')
  await edit.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Where do I write to?')
  await expect(waiting(page)).toHaveCount(0)
  await page.getByLabel('Name').fill('Pat')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(success)).toBeVisible()
  expect(await stored(gatedSite)).toEqual(['Where do I write to?'])
})

test('a refusal after the form was left is reported on the page that is open', async ({
  page,
  gate,
}) => {
  await page.goto(`${gate.url}/BookUs`)
  const held = new Promise<() => void>((resolve) =>
    gate.onResponse(({ incoming, pass }) => (incoming.method === 'POST' ? resolve(pass) : pass())),
  )
  await write(page, 'Will you hear me?')
  await page.getByLabel('Name').fill(refusedName)
  await page.getByRole('button', { name: 'Submit' }).click()
  const release = await held
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
  release()
  await expect(page.getByText('An enquiry of yours could not be sent.')).toBeVisible()
  await page.getByRole('link', { name: 'See the message' }).click()
  await expect(waiting(page)).toContainText('Will you hear me?')
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('without Background Sync, waiting enquiries are sent by the open page, or when the site is opened again', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await context.addInitScript(withoutSync)
  await bookOffline(page, gate)
  await submit(page, 'From Safari')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await context.setOffline(false)
  await expect(page.getByText(success)).toBeVisible()
  // The card would cover the next message.
  await page.getByLabel('Name').fill('Pat')
  await expect(page.getByText(success)).toHaveCount(0)
  expect(await stored(gatedSite)).toEqual(['From Safari'])

  await context.setOffline(true)
  await submit(page, 'Slept on it')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto(gate.url)
  await expect(page.getByText('Your message was sent.')).toBeVisible()
  await expect(page.getByText(success)).toBeVisible()
  expect(await stored(gatedSite)).toEqual(['From Safari', 'Slept on it'])
})

test('background sync sends when every page is gone', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await bookOffline(page, gate)
  await submit(page, 'From my pocket')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await page.goto('about:blank')
  await context.setOffline(false)
  const afterSync = await syncDispatcher(page, gate.url)
  await expect.poll(() => afterSync(() => stored(gatedSite))).toEqual(['From my pocket'])
  await page.goto(gate.url)
  await expect(page.getByText(success)).toBeVisible()
})

test('an enquiry that the browser sends as a form, because the scripts are very late, is not sent by them as well', async ({
  page,
  gate,
  gatedSite,
}) => {
  const letThrough = await holdBack(page, '**/assets/*.js')
  const held = new Promise<() => void>((resolve) =>
    gate.onResponse(({ incoming, pass }) => (incoming.method === 'POST' ? resolve(pass) : pass())),
  )
  let notePress = (_isHeard: boolean) => {}
  const isHeard = new Promise<boolean>((resolve) => {
    notePress = resolve
  })
  await page.exposeFunction('notePress', (isHeard: boolean) => notePress(isHeard))
  await page.goto(`${gate.url}/BookUs`)
  // The page clicks itself, since Playwright can't click while a navigation is pending.
  await page.evaluate(() => {
    const looking = setInterval(() => {
      if (window.hydration?.status !== 'hydrated') return
      clearInterval(looking)
      let isHeard = false
      document.addEventListener('submit', () => {
        isHeard = true
      })
      document.querySelector<HTMLElement>('[type=submit]')?.click()
      ;(window as unknown as { notePress: (isHeard: boolean) => void }).notePress(isHeard)
    }, 50)
  })
  await submit(page, 'Twice pressed')
  const release = await held
  letThrough()
  expect(await isHeard).toBe(false)
  release()
  await expect(page.getByText(success)).toBeVisible()
  expect(await stored(gatedSite)).toEqual(['Twice pressed'])
  await expect(page.locator('html[data-begun]')).toBeAttached()
  await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
  await expect(page).toHaveURL(`${gate.url}/Shows`)
})

test('typed text survives a reload until it is sent or cleared', async ({
  page,
  gate,
  gatedSite: _,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  await write(page, 'Half a thought')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('Half a thought')
  await expect(page.getByLabel('Name')).toHaveValue('Pat')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await submit(page, 'A whole thought')
  await expect(page.getByText(success)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expect(page.getByLabel('Message')).toHaveValue('')
})
