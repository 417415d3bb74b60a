import type { Page } from '@playwright/test'

/** Returns a function that dispatches a background sync event to a site's service worker, and then reads something. It is repeated
 * until the reading is as expected, because the worker may detect the connection later than the page.
 * @param tag see `web/offline/names.ts` */
export async function syncDispatcher(page: Page, origin: string, tag = 'outbox') {
  const devtools = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  return async <Result>(read: () => Promise<Result>): Promise<Result> => {
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId: await registrationId,
      tag,
      lastChance: false,
    })
    return read()
  }
}
