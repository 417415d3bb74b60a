import { create } from 'zustand'
import type { OutboxEntry } from './database'
import { onOutboxChange, outboxEntries } from './outbox'

interface OutboxStore {
  /** Oldest first; undefined until they are read. */
  entries: readonly OutboxEntry[] | undefined
}

/** The entries of the outbox, as this page shows them. */
export const useOutbox = create<OutboxStore>()(() => ({ entries: undefined }))

let isFollowing = false

/** Keeps the store current from now on; a second call does nothing. Where the browser has no storage, it stays empty. */
export function followOutbox(): void {
  if (isFollowing) return
  isFollowing = true
  const read = () =>
    outboxEntries()
      .catch((error: unknown) => {
        console.debug('The outbox is closed:', error)
        return []
      })
      .then((entries) => useOutbox.setState({ entries }))
  void read()
  onOutboxChange(() => void read())
}

/** The keys of the entries that are still to be sent. */
export const waitingKeys = (entries: readonly OutboxEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ state }) => state === 'waiting').map(({ key }) => key))
