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

test('two enquiries written offline, a reload, two tabs: exactly two are stored', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await bookOffline(page, gate)
  await submit(page, 'A wedding in June')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await expect(page.getByLabel('Message')).toHaveValue('')
  await submit(page, 'A barn dance in May')
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2)
  const tab = await context.newPage()
  await tab.goto(`${gate.url}/Shows`)
  await expect(tab.getByText('Harbour Stage')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(() => stored(gatedSite)).toEqual(['A barn dance in May', 'A wedding in June'])
  const countSuccesses = async () =>
    (await page.getByText(success).count()) + (await tab.getByText(success).count())
  await expect.poll(countSuccesses).toBeGreaterThan(0)
  await expect(waiting(page)).toHaveCount(0)
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

test('a message that waits can be removed, and is never sent', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await bookOffline(page, gate)
  for (const message of ['Not after all', 'But this one']) {
    await submit(page, message)
    await expect(waiting(page)).toContainText(message)
    await expect(page.getByLabel('Message')).toHaveValue('')
  }
  await waiting(page)
    .getByRole('listitem')
    .filter({ hasText: 'Not after all' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await context.setOffline(false)
  await expect(page.getByText(success)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await stored(gatedSite)).toEqual(['But this one'])
})

test('after a 503 the form shows the error and the enquiry is sent later, once', async ({
  page,
  gate,
  gatedSite,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  gate.refusePosts(503, { 'retry-after': '1' })
  await submit(page, 'Again and again')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await expect(page.getByLabel('Message')).toHaveValue('Again and again')
  gate.open()
  await expect(page.getByText(success)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await stored(gatedSite)).toEqual(['Again and again'])
})

test('the server stores it and its answer is lost: it is stored once', async ({
  page,
  gate,
  gatedSite,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  gate.onResponse(({ incoming, response, pass }) => {
    if (incoming.method === 'POST') response.destroy()
    else pass()
  })
  await submit(page, 'Only once')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  gate.open()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(success)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Want to book us?' })).toBeVisible()
  expect(await stored(gatedSite)).toEqual(['Only once'])
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

test('a captive portal’s response does not count as sent', async ({ page, gate, gatedSite }) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  gate.respondLikeCaptivePortal()
  await submit(page, 'From the café')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  gate.open()
  await lookAgain(page)
  await expect(page.getByText(success)).toBeVisible()
  // The gate forwarded the first attempt to the site and replaced only its response.
  expect(await stored(gatedSite)).toEqual(['From the café'])
})

test('an unsent text is replaced only after a confirmation', async ({
  page,
  context,
  gate,
  gatedSite: _,
}) => {
  await bookOffline(page, gate)
  await write(page, 'Refused later')
  await page.getByLabel('Name').fill(refusedName)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await context.setOffline(false)
  await expect(waiting(page)).toContainText('Not sent.')
  await write(page, 'Half a thought')
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Half a thought')
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Refused later')
  await expect(waiting(page)).toHaveCount(0)
})

test('a message that is changed after it failed replaces the one that waits', async ({
  page,
  gate,
  gatedSite,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  gate.refusePosts(500)
  await submit(page, 'Frist version')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await page.getByLabel('Message').fill('First version')
  await expect(waiting(page)).toContainText('Frist version')
  gate.open()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(success)).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  // The site also stored the failed attempt: the gate replaced only its response.
  expect(await stored(gatedSite)).toEqual(['First version', 'Frist version'])
})

test('a final refusal is reported, and the text can be edited in the form', async ({
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
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Where do I write to?')
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

test('where there is no background sync, the page sends', async ({
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
})

test('a message that waited is sent when the site is opened again', async ({
  page,
  context,
  gate,
  gatedSite,
}) => {
  await context.addInitScript(withoutSync)
  await bookOffline(page, gate)
  await submit(page, 'Slept on it')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto(gate.url)
  await expect(page.getByText('Your message was sent.')).toBeVisible()
  await expect(page.getByText(success)).toBeVisible()
  expect(await stored(gatedSite)).toEqual(['Slept on it'])
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
