import { create } from 'zustand'
import type { OutboxEntry } from './database'
import { onOutboxChange, outboxEntries } from './outbox'

interface OutboxStore {
  /** Oldest first; undefined until they are read. */
  entries: readonly OutboxEntry[] | undefined
  /** The key of the entry whose result the booking form reports; the page reports all others. */
  watchedKey: string | undefined
}

/** The entries of the outbox, as this page shows them. */
export const useOutbox = create<OutboxStore>()(() => ({
  entries: undefined,
  watchedKey: undefined,
}))

let isFollowing = false
let lastRead = 0

/** Reads the entries into the store. If the browser has no storage, they stay as they are, and are empty at first. */
export async function refreshOutbox(): Promise<void> {
  lastRead += 1
  const read = lastRead
  try {
    const entries = await outboxEntries()
    // A later read has the newer entries, even if it finishes first.
    if (read === lastRead) useOutbox.setState({ entries })
  } catch (error) {
    console.debug('The outbox could not be read:', error)
    useOutbox.setState(({ entries = [] }) => ({ entries }))
  }
}

/** Keeps the store current from now on; a second call does nothing. */
export function followOutbox(): void {
  if (isFollowing) return
  isFollowing = true
  void refreshOutbox()
  onOutboxChange(() => void refreshOutbox())
}
