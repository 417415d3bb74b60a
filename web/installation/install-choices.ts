/** What a visitor answers to the offer to install the site; loaded with the offer. */
import { storage } from '../browser/storage'
import { declinedKey, useInstall } from './install.store'

export async function install(): Promise<void> {
  const { promptEvent } = useInstall.getState()
  // Each event can prompt only once.
  useInstall.setState({ promptEvent: undefined })
  const choice = await promptEvent?.prompt()
  if (choice?.outcome === 'dismissed') decline()
}

/** Hides the offer for 90 days. */
export function decline(): void {
  const declinedAt = Date.now()
  storage.set(declinedKey, String(declinedAt))
  useInstall.setState({ declinedAt })
}

/** Closes the confirmation of an installation. */
export const acknowledge = (): void => useInstall.setState({ isJustInstalled: false })
