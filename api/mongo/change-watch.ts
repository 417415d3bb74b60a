import type { Db } from 'mongodb'
import { type Clock, systemClock } from '../process/clock'

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

/** The number of writes that the processes have announced. */
export interface WriteCounter {
  read(): Promise<number>
  /** Adds one to the number and returns it. */
  increment(): Promise<number>
}

/** Milliseconds between two reads of the number. */
const pollInterval = 500
/** Milliseconds. */
const retryAfter = 1_000

/** The number of announced writes in a MongoDB. */
export function mongoCounter(db: Db): WriteCounter {
  const versions = db.collection<{ _id: 'content'; number: number }>('versions')
  return {
    read: async () => (await versions.findOne({ _id: 'content' }))?.number ?? 0,
    async increment() {
      const announced = await versions.findOneAndUpdate(
        { _id: 'content' },
        { $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      return announced?.number ?? 0
    },
  }
}

/** Watches for writes by other processes: each process increments a number when it writes, and reads it twice a second.
 * @throws when the database is unavailable */
export async function watchChanges(
  counter: WriteCounter,
  clock: Clock = systemClock,
): Promise<ChangeWatch> {
  const listeners = new Set<() => void>()
  let isStopped = false
  let cancelPoll = () => {}

  /** The last number that needs no notification: the listeners were notified of it, or it announces an own write. It is
   * incremented at the start, because an earlier process may have died between a write and its announcement. */
  let seen = await counter.increment()

  async function poll(): Promise<void> {
    const before = seen
    const number = await counter.read().catch(() => before)
    // If `announce` has changed `seen` meanwhile, this number is outdated.
    if (seen === before && number !== seen) {
      seen = number
      for (const listener of listeners) listener()
    }
    pollLater()
  }

  function pollLater() {
    if (!isStopped) cancelPoll = clock.after(pollInterval, () => void poll())
  }

  async function announce(): Promise<void> {
    try {
      const number = await counter.increment()
      // Skips the notification of this process's own write. A gap means that another process has written too.
      if (number === seen + 1) seen = number
    } catch {
      if (!isStopped) clock.after(retryAfter, () => void announce())
    }
  }

  pollLater()
  return {
    subscribe: (listener) => void listeners.add(listener),
    announce,
    stop() {
      isStopped = true
      cancelPoll()
    },
  }
}
