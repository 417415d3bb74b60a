import { expect, it, vi } from 'vitest'
import { openNotification } from './push-messages'

/** Presses a notification while a window is open.
 * @returns what happened: the window was focused, or another one was opened */
async function press(navigate: string, openUrl: string): Promise<string> {
  vi.stubGlobal('location', new URL('https://band.example/sw.js'))
  let result = 'nothing'
  const clients = {
    matchAll: async () => [{ url: openUrl, focus: async () => (result = 'focused') }],
    openWindow: async (url: string) => (result = url),
  }
  const notification = { close() {}, data: { navigate } }
  await openNotification(clients as never, notification as never)
  vi.unstubAllGlobals()
  return result
}

it.each([
  ['/Shows/x', 'https://band.example/Shows/x#top', 'focused'],
  ['/Shows/x', 'https://band.example/Shows', 'https://band.example/Shows/x'],
  [
    '/Admin/enquiries?box=held',
    'https://band.example/Admin/enquiries',
    'https://band.example/Admin/enquiries?box=held',
  ],
  ['https://other.example/Shows', 'https://band.example/', 'https://band.example/Shows'],
])('a press on a message about %s while %s is open: %s', async (navigate, open, result) => {
  expect(await press(navigate, open)).toBe(result)
})
