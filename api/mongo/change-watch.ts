import { type ChangeStream, type Db, MongoServerError } from 'mongodb'
import type { Logger } from '../process/log'

/** Notifies about writes, so that cached collections can be refreshed. */
export interface ChangeWatch {
  /** Adds a listener, called after each write by another process and sometimes after a write by this process. */
  subscribe(listener: () => void): void
  /** Notifies the other processes of a write by this one. */
  announce(): Promise<void>
  stop(): Promise<void>
}

/** For a database that only this process writes to. */
export const noOtherProcesses: ChangeWatch = {
  subscribe: () => undefined,
  announce: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

interface VersionRecord {
  _id: 'content'
  number: number
}

interface Dependencies {
  db: Db
  /** Whether only this process writes to the database. */
  isEmbedded: boolean
  /** The collections to watch. */
  collections: string[]
  log: Logger
}

/** The error code of a standalone server, which does not support change streams. */
const noChangeStreams = 40_573
/** Milliseconds. */
const pollEvery = 500
/** Milliseconds. */
const reopenAfter = 1_000

/** Watches for writes by other processes: with change streams on a replica set; otherwise by polling, twice a second, a
 * number that each process increments when it writes. */
export function createChangeWatch(dependencies: Dependencies): ChangeWatch {
  const { db, isEmbedded, collections, log } = dependencies
  if (isEmbedded) return noOtherProcesses
  const versions = db.collection<VersionRecord>('versions')
  const listeners = new Set<() => void>()
  let isStopped = false
  /** The last number for which the listeners were notified. */
  let seen = 0
  let stream: ChangeStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function notify() {
    for (const listener of listeners) listener()
  }

  function later(work: () => Promise<void>, milliseconds: number) {
    if (!isStopped) timer = setTimeout(() => void work(), milliseconds)
  }

  async function listen() {
    try {
      stream = db.watch([{ $match: { 'ns.coll': { $in: collections } } }])
      for await (const _ of stream) notify()
      if (isStopped) return
    } catch (error) {
      if (isStopped) return
      const isStandalone = error instanceof MongoServerError && error.code === noChangeStreams
      if (isStandalone) {
        seen = await currentNumber()
        // The collections may have changed since they were first read.
        notify()
        return poll()
      }
      log.warn({ err: error }, 'writes by other processes are not noticed right now')
    }
    // Changes were missed while no stream was open.
    notify()
    later(listen, reopenAfter)
  }

  const currentNumber = async () =>
    (await versions.findOne({ _id: 'content' }).catch(() => null))?.number ?? 0

  async function poll(): Promise<void> {
    const before = seen
    const number = await currentNumber()
    // If `announce` has changed `seen` meanwhile, this number is outdated.
    if (seen === before) {
      if (number !== seen) notify()
      seen = number
    }
    later(poll, pollEvery)
  }

  void listen()
  return {
    subscribe: (listener) => void listeners.add(listener),

    async announce() {
      const announced = await versions.findOneAndUpdate(
        { _id: 'content' },
        { $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      // Skips the notification of this process's own write. A gap means that another process has written too.
      if (announced?.number === seen + 1) seen += 1
    },

    async stop() {
      isStopped = true
      clearTimeout(timer)
      await stream?.close()
    },
  }
}
