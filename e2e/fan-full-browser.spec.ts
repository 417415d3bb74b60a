/** Tests of what Chromium's headless shell lacks. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { syncDispatcher } from '../testing/browser/background-sync'
import { queuedNotice, stored, submit } from '../testing/browser/booking'
import { fullChromium } from '../testing/browser/browsers'
import { test as base, expect, firstVisit, harbourStage } from '../testing/browser/fan-fixtures'
import { site as band } from '../web/content/site'

const test = base.extend({
  // Launched here, because other `launchOptions` would start a new worker, with new sites.
  context: async ({ viewport, baseURL }, use) => {
    const browser = await chromium.launch(fullChromium)
    await use(await browser.newContext({ viewport, ...(baseURL && { baseURL }) }))
    await browser.close()
  },
})

test.use({
  expectedConsole: /Failed to load resource|Sending the booking enquiry failed/,
})

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

test('an enquiry that the server postponed is sent by Background Sync, too', async ({
  page,
  gate,
  gatedSite,
}) => {
  await firstVisit(page, `${gate.url}/BookUs`)
  gate.refusePosts(429, { 'retry-after': '1' })
  await submit(page, 'In a second')
  await expect(page.getByRole('alert')).toHaveText(queuedNotice)
  const tags = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags()
    })
  await expect.poll(tags).toEqual(['outbox'])
  gate.open()
  await page.goto('about:blank')
  const afterSync = await syncDispatcher(page, gate.url)
  // Chromium itself would retry only after some minutes.
  await expect.poll(() => afterSync(() => stored(gatedSite))).toEqual(['In a second'])
})

test('Chromium finds nothing that keeps the site from being installed', async ({ site }) => {
  // In a context without a profile, Chromium installs nothing.
  const profile = await mkdtemp(join(tmpdir(), 'profile-'))
  const context = await chromium.launchPersistentContext(profile, fullChromium)
  const page = await context.newPage()
  await firstVisit(page, site.url)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, url, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${site.url}/manifest.webmanifest`)
  const manifest = JSON.parse(data ?? '')
  expect(manifest).toMatchObject({
    id: '/',
    name: band.name,
    short_name: band.shortName,
    display: 'standalone',
  })
  const files = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons),
  ]
  for (const { src, sizes } of files) {
    const measured = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(measured, src).toBe(sizes)
  }
  for (const { src, sizes } of manifest.screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number)
    expect(Math.min(width, height), src).toBeGreaterThanOrEqual(320)
    expect(Math.max(width, height), src).toBeLessThanOrEqual(3840)
    expect(Math.max(width, height) / Math.min(width, height), src).toBeLessThanOrEqual(2.3)
  }
  await context.close()
  await rm(profile, { recursive: true })
})

test('the worker shows a message, and the notification has the address to open', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['notifications'], { origin: site.url })
  const { slug } = await harbourStage(site)
  await firstVisit(page, site.url)
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
      title: 'Cancelled: Harbour Stage',
      body: 'It is cancelled.',
      lang: 'en',
      tag: 'show-1',
      navigate: `${site.url}/Shows/${slug}`,
    },
  }
  const shown = await recordNotification(context)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: site.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  expect(await shown()).toMatchObject([
    'Cancelled: Harbour Stage',
    {
      body: 'It is cancelled.',
      tag: 'show-1',
      data: { navigate: message.notification.navigate },
    },
  ])
})
