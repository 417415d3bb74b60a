import type { BrowserContext, Page } from '@playwright/test'
import { expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { createPushService } from '../testing/push-service'
import { asAdmin, json } from '../testing/requests'
import type { Site } from '../testing/site-process'

/** Replaces the browser's own push service, which is on the internet. */
async function withPushService(page: Page, context: BrowserContext, permission = 'granted') {
  if (permission === 'granted') await context.grantPermissions(['notifications'])
  const { subscription } = createPushService().addBrowser()
  await page.addInitScript(
    ({ given, answer }) => {
      let current: object | null = null
      const held = {
        ...given,
        toJSON: () => given,
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          current = held
          return held
        },
        getSubscription: async () => current,
      })
      Notification.requestPermission = async () => answer as NotificationPermission
    },
    { given: subscription, answer: permission },
  )
}

/** Records the service worker's first call of `showNotification`; to be called before the message is sent.
 * `getNotifications` is not used: if it is called before Chromium displays a notification, Chromium drops it.
 * @returns a function that waits for the call and returns its arguments, title and options */
async function recordNotification(context: BrowserContext) {
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
  const recording = await worker.evaluateHandle(() => {
    const { prototype } = ServiceWorkerRegistration
    const { showNotification } = prototype
    const shown = new Promise<unknown[]>((resolve, reject) => {
      prototype.showNotification = async function (...message) {
        await showNotification.apply(this, message).catch(reject)
        resolve(message)
      }
    })
    return { shown }
  })
  return () => recording.evaluate(({ shown }) => shown)
}

const harbour = async (site: Site) => {
  const { shows } = await (await fetch(`${site.url}/api/shows`)).json()
  return shows.find(({ venue }: { venue: string }) => venue === 'Harbour Stage')
}

test('a fan asks for news of a show, sees that it is on, and ends it with one press', async ({
  page,
  context,
  ownSite,
}) => {
  await withPushService(page, context)
  const { slug } = await harbour(ownSite)
  await firstVisit(page, `${ownSite.url}/Shows/${slug}`)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Tell me if it changes' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    topic: 'shows',
    showId: expect.any(String),
    subscription: { endpoint: expect.stringMatching(/^https:/) },
  })
  await expect(page.getByText('You will receive a message.').first()).toBeVisible()
  await page.reload()
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Stop telling me' }).click()
  expect((await ended).status()).toBe(204)
  await expect(page.getByRole('button', { name: 'Tell me if it changes' })).toBeVisible()
})

test('a fan asks for new shows on the list', async ({ page, context, ownSite }) => {
  await withPushService(page, context)
  await firstVisit(page, `${ownSite.url}/Shows`)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'New shows' }).press('Enter')
  expect((await answered).status()).toBe(201)
  await expect(page.getByRole('button', { name: 'No more news' })).toBeVisible()
})

test('a fan who has blocked notifications is told how to allow them', async ({
  page,
  context,
  site,
}) => {
  await withPushService(page, context, 'denied')
  await firstVisit(page, `${site.url}/Shows`)
  await page.getByRole('button', { name: 'New shows' }).click()
  await expect(page.getByText(/Notifications of this site are blocked/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'New shows' })).toBeVisible()
})

test('the worker shows a message, and the notification has the address to open', async ({
  page,
  context,
  ownSite,
}) => {
  await context.grantPermissions(['notifications'], { origin: ownSite.url })
  const { slug } = await harbour(ownSite)
  await firstVisit(page, ownSite.url)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const message = {
    web_push: 8030,
    notification: {
      ...{ title: 'Cancelled: Harbour Stage', body: 'It is cancelled.', lang: 'en', tag: 'show-1' },
      navigate: `${ownSite.url}/Shows/${slug}`,
    },
  }
  const shown = await recordNotification(context)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: ownSite.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  expect(await shown()).toMatchObject([
    'Cancelled: Harbour Stage',
    {
      ...{ body: 'It is cancelled.', tag: 'show-1' },
      data: { navigate: message.notification.navigate },
    },
  ])
})

test('a show that the band changes is new on an open page when somebody returns to it', async ({
  page,
  ownSite,
}) => {
  await page.clock.install()
  const show = await harbour(ownSite)
  await firstVisit(page, `${ownSite.url}/Shows/${show.slug}`)
  const { date, venue, city } = show
  const change = json(
    'PUT',
    { date, venue, city, status: 'cancelled' },
    asAdmin(await ownSite.token()),
  )
  await fetch(`${ownSite.url}/api/shows/${show._id}`, change)
  await page.clock.fastForward(61_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.clock.runFor(1000)
  await expect(page.getByRole('article').getByText('Cancelled')).toBeVisible()
})
