/** The visitor's responses to the installation offer. A module of its own, so that it is loaded with the offer and not with every
 * page. */
import { storage } from '../browser/storage'
import { declinedKey, useInstall } from './install.store'

/** Opens the browser's installation prompt; dismissing it declines the offer. */
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
