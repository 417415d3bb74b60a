import type { Db } from 'mongodb'
import { type Clock, systemClock } from '../process/clock'
import type { Logger } from '../process/log'
import { type ChangeSource, HistoryLostError, mongoChanges, type Position } from './change-source'

/** Notifies about writes, so that cached collections can be refreshed. */
export interface ChangeWatch {
  /** Adds a listener, called after each write by another process and sometimes after a write by this process. A
   * list that is read after `subscribe` misses no write: it contains the earlier ones, and the listener is called for
   * the later ones. */
  subscribe(listener: () => void): void
  /** Notifies the other processes of a write by this one. If the database is unavailable, this is repeated later. */
  announce(): Promise<void>
  stop(): void
}

/** For a database that only this process writes to. */
export const noOtherProcesses: ChangeWatch = {
  subscribe: () => undefined,
  announce: () => Promise.resolve(),
  stop: () => undefined,
}

interface Dependencies {
  source: ChangeSource
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Milliseconds between two reads of the number of announced writes, on a standalone server. */
const pollInterval = 500
/** The same on a replica set, as a fallback for a change stream that hangs. */
const slowPollInterval = 30_000
/** Milliseconds. */
const retryAfter = 1_000

/** Watches some collections of a database, if other processes may write to it. */
export async function watchChanges(
  db: Db,
  collections: string[],
  { isEmbedded, log }: { isEmbedded: boolean; log: Logger },
): Promise<ChangeWatch> {
  if (isEmbedded) return noOtherProcesses
  return openChangeWatch({ source: mongoChanges(db, collections), clock: systemClock, log })
}

/** Watches for writes by other processes: with a change stream on a replica set; otherwise by polling, twice a second, a
 * number that each process increments when it writes. On a replica set the number is
 * compared every 30 seconds, as a fallback.
 *
 * The stream begins at a point before the lists are first read, and after a failure it resumes at the last write that
 * it has delivered.
 * @throws when the database is unavailable */
export async function openChangeWatch({ source, clock, log }: Dependencies): Promise<ChangeWatch> {
  const listeners = new Set<() => void>()
  const stopping = new AbortController()
  const { signal } = stopping

  /** The last number that needs no notification: the listeners were notified of it, or it announces an own write. It is
   * incremented at the start, because an earlier process may have died between a write and its announcement. */
  let seen = await source.increment()
  const start = await source.position()

  function notify() {
    for (const listener of listeners) listener()
  }

  function later(milliseconds: number, work: () => Promise<void>) {
    if (signal.aborted) return
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', cancel)
      void work()
    })
    signal.addEventListener('abort', cancel)
  }

  /** Follows the stream from a point until it fails, and then again. */
  async function follow(from: Position): Promise<void> {
    let position = from
    try {
      for await (const next of source.writesSince(from, signal)) {
        position = next
        notify()
      }
    } catch (error) {
      if (!signal.aborted)
        log.warn(
          { err: error },
          'the change stream failed and is opened again; writes by other processes may appear late',
        )
      if (error instanceof HistoryLostError) return later(retryAfter, followFromNow)
    }
    later(retryAfter, () => follow(position))
  }

  async function followFromNow(): Promise<void> {
    const position = await source.position().catch(() => undefined)
    if (!position) return later(retryAfter, followFromNow)
    notify()
    return follow(position)
  }

  async function poll(): Promise<void> {
    const before = seen
    const number = await source.number().catch(() => before)
    // If `announce` has changed `seen` meanwhile, this number is outdated.
    if (seen === before && number !== seen) {
      seen = number
      notify()
    }
    later(start ? slowPollInterval : pollInterval, poll)
  }

  async function announce(): Promise<void> {
    try {
      const number = await source.increment()
      // Skips the notification of this process's own write. A gap means that another process has written too.
      if (number === seen + 1) seen = number
    } catch {
      later(retryAfter, announce)
    }
  }

  if (start) void follow(start)
  later(start ? slowPollInterval : pollInterval, poll)
  return {
    subscribe: (listener) => void listeners.add(listener),
    announce,
    stop: () => stopping.abort(),
  }
}
