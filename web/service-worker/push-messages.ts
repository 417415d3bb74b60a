import type { PushMessage } from '../../api/contract/push'

/** Shows a push message of the site. Browsers that understand its declarative form do this without the worker.
 * @throws SyntaxError if the message is not JSON */
export async function showMessage(
  registration: ServiceWorkerRegistration,
  data: PushMessageData | null,
): Promise<void> {
  if (!data) return
  const { notification }: PushMessage = data.json()
  const { title, navigate, ...options } = notification
  await registration.showNotification(title, {
    ...options,
    icon: '/icon-192.png',
    badge: '/icon-monochrome-512.png',
    data: { navigate },
  })
}

/** Opens the page of a notification: an open window of this page, or else a new window, because other windows may play
 * music or contain unsent texts. */
export async function openNotification(clients: Clients, notification: Notification) {
  notification.close()
  const { navigate = '/' } = (notification.data ?? {}) as { navigate?: string }
  // Only pages of this site.
  const { pathname, search } = new URL(navigate, location.origin)
  const page = location.origin + pathname + search
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => url.split('#')[0] === page)
  await (open ? open.focus() : clients.openWindow(page))
}
