import { create } from 'zustand'
import type { OutboxEntry } from './database'
import { followQueue } from './follow-queue'
import { outbox } from './outbox'

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

let refresh: (() => Promise<void>) | undefined

/** Keeps the store current from now on; a second call does nothing. */
export function followOutbox(): void {
  refresh ??= followQueue(outbox, (entries) =>
    useOutbox.setState(({ entries: before = [] }) => ({ entries: entries ?? before })),
  )
}

/** Reads the entries into the store. If the browser has no storage, they stay as they are, and are empty at first. */
export async function refreshOutbox(): Promise<void> {
  followOutbox()
  await refresh?.()
}
