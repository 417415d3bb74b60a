import type { Page } from '@playwright/test'
import { queuedNotice, submit, success } from '../testing/browser/booking'
import { expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { safariOnIphone, settled, untilHydrated, violationsOf } from '../testing/browser/fixtures'
import { site as band } from '../web/content/site'

const offer = (page: Page) => page.getByRole('region', { name: `${band.name} on your home screen` })

/** Dispatches `beforeinstallprompt` as Chromium does, with a fixed choice in the install dialog, which tests can't
 * operate. */
const offerFromBrowser = (outcome: 'accepted' | 'dismissed') => async (page: Page) => {
  await untilHydrated(page)
  await page.evaluate((answer) => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    Object.assign(event, {
      prompt: async () => {
        if (answer === 'accepted') window.dispatchEvent(new Event('appinstalled'))
        return { outcome: answer }
      },
    })
    window.dispatchEvent(event)
  }, outcome)
}

const goTo = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).click()

test.describe('beside the news of a message that has waited', () => {
  test.use({
    expectedConsole: /Failed to load resource: net::ERR_|Sending the booking enquiry failed/,
  })

  test('the offer moves no other card', async ({ page, context, site }) => {
    await context.addInitScript(() =>
      addEventListener('beforeinstallprompt', (event) => {
        if (event.isTrusted) event.stopImmediatePropagation()
      }),
    )
    await firstVisit(page, `${site.url}/BookUs`)
    await context.setOffline(true)
    await submit(page, 'Are you free in May?')
    await expect(page.getByRole('alert')).toHaveText(queuedNotice)
    await goTo(page, 'Shows')
    await context.setOffline(false)
    const close = page.getByRole('region', { name: success }).getByRole('button', { name: 'Close' })
    await expect(close).toBeVisible()
    // The offline strip below the cards disappears with the first response of the site.
    await expect(page.getByText(/offline/i)).toHaveCount(0)
    const placeOf = () => settled(page, () => close.boundingBox())
    const before = await placeOf()
    await offerFromBrowser('accepted')(page)
    await expect(offer(page)).toBeVisible()
    expect(await placeOf()).toEqual(before)
  })
})

test('installing is offered with the second page, not before', async ({ page, site }) => {
  await firstVisit(page, site.url)
  await offerFromBrowser('accepted')(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await goTo(page, 'Shows')
  await expect(offer(page)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await offer(page).getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('region', { name: 'Thank you!' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rock on' }).click()
  await expect(page.getByRole('region', { name: 'Thank you!' })).toHaveCount(0)
})

test('on a second visit the offer waits until the visitor does something, and never stands over a form', async ({
  page,
  site,
}) => {
  await firstVisit(page, site.url)
  await goTo(page, 'Shows')
  await offerFromBrowser('accepted')(page)
  await expect(offer(page)).toBeVisible()
  await page.goto(`${site.url}/Music`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
  await offerFromBrowser('accepted')(page)
  // Wait until background tasks have started, so that an offer would be visible.
  await expect(page.locator('link[rel="manifest"]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect(offer(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(offer(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Book Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Want to book us?')
  await expect(offer(page)).toHaveCount(0)
  await goTo(page, 'Music')
  await expect(offer(page)).toBeVisible()
  // “Not now” is remembered.
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toHaveCount(0)
  await page.reload()
  await offerFromBrowser('accepted')(page)
  await goTo(page, 'Shows')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
  await expect(offer(page)).toHaveCount(0)
})

test('a track that is played is engagement too; the offer does not interrupt it', async ({
  page,
  site,
}) => {
  await firstVisit(page, `${site.url}/Music`)
  await offerFromBrowser('accepted')(page)
  await expect(offer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Play House of the Rising Sun' }).click()
  const pause = page.getByRole('button', { name: 'Pause House of the Rising Sun' })
  await expect(pause).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await pause.click()
  await expect(offer(page)).toBeVisible()
})

test('dismissing the browser’s own dialog counts as "Not now"', async ({ page, site }) => {
  await firstVisit(page, site.url)
  await goTo(page, 'Shows')
  await offerFromBrowser('dismissed')(page)
  await offer(page).getByRole('button', { name: 'Install' }).click()
  await expect(offer(page)).toHaveCount(0)
  await offerFromBrowser('accepted')(page)
  await goTo(page, 'Music')
  await expect(offer(page)).toHaveCount(0)
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: safariOnIphone })

  test.beforeEach(({ page }) =>
    // Safari doesn't fire this event.
    page.addInitScript(() =>
      addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation()),
    ),
  )

  test('there are three steps with pictures instead', async ({ page, site }) => {
    await firstVisit(page, site.url)
    const steps = page.getByRole('region', { name: `Install ${band.name} in three steps` })
    await expect(steps).toHaveCount(0)
    await goTo(page, 'Shows')
    await expect(steps.getByRole('listitem')).toHaveCount(3)
    expect(await violationsOf(page)).toEqual([])
    await steps.getByRole('button', { name: 'Not now' }).click()
    await expect(steps).toHaveCount(0)
  })
})
