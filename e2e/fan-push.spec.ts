import type { BrowserContext, Page } from '@playwright/test'
import { expect, firstVisit, harbourStage, test } from '../testing/browser/fan-fixtures'
import { fillLogin, logIn } from '../testing/browser/fixtures'
import { createPushService } from '../testing/push-service'
import { asAdmin, json } from '../testing/requests'

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

test('a fan asks for new shows, and for news of one, sees that it is on, and ends it with one press', async ({
  page,
  context,
  ownSite,
}) => {
  await withPushService(page, context)
  const { slug } = await harbourStage(ownSite)
  await firstVisit(page, `${ownSite.url}/Shows`)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Tell me about new shows' }).press('Enter')
  expect((await answered).status()).toBe(201)
  await expect(page.getByRole('button', { name: 'No more news' })).toBeVisible()

  await page.goto(`${ownSite.url}/Shows/${slug}`)
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

test('after the next login, the band’s phone gets messages about enquiries again', async ({
  page,
  context,
  ownSite,
}) => {
  await withPushService(page, context)
  await firstVisit(page, `${ownSite.url}/Shows`)
  await logIn(page, ownSite)
  await page.goto(`${ownSite.url}/Admin/enquiries`)
  const subscribed = () =>
    page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/push/subscriptions') &&
        response.request().postDataJSON().topic === 'enquiries',
    )
  const first = subscribed()
  await page.getByRole('button', { name: 'Notify this device' }).press('Enter')
  expect((await first).status()).toBe(201)
  await page.getByRole('button', { name: 'Log out' }).tap()
  const again = subscribed()
  await page.clock.install()
  await fillLogin(page)
  await expect(page.getByRole('heading', { name: 'Admin Page' })).toBeVisible()
  // The page subscribes again when it has been idle for three seconds.
  await page.clock.fastForward(4_000)
  expect((await again).status()).toBe(201)
})

test('with blocked notifications a message explains how to allow them', async ({
  page,
  context,
  site,
}) => {
  await withPushService(page, context, 'denied')
  await firstVisit(page, `${site.url}/Shows`)
  await page.getByRole('button', { name: 'Tell me about new shows' }).click()
  await expect(page.getByText(/Notifications of this site are blocked/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tell me about new shows' })).toBeVisible()
})

test('a show that the band changes is new on an open page when somebody returns to it', async ({
  page,
  ownSite,
}) => {
  await page.clock.install()
  const show = await harbourStage(ownSite)
  await firstVisit(page, `${ownSite.url}/Shows/${show.slug}`)
  const { date, venue, city } = show
  const change = json(
    'PUT',
    { date, venue, city, status: 'cancelled' },
    asAdmin(await ownSite.token()),
  )
  // Wait until background tasks have started.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('firstPath')))
    .toBe(`/Shows/${show.slug}`)
  await fetch(`${ownSite.url}/api/shows/${show._id}`, change)
  await page.clock.fastForward(61_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.clock.runFor(1000)
  await expect(page.getByRole('article').getByText('Cancelled')).toBeVisible()
})
