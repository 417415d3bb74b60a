import { type ChangeStream, type Db, MongoServerError } from 'mongodb'

/** Notifies about writes, so that what is held in memory can be read again. */
export interface ChangeWatch {
  /** Calls back after a write by another process; also, now and then, after one by this process. */
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
  /** The collections whose changes count. */
  collections: string[]
  onError: (error: unknown) => void
}

/** The error code of a standalone server, which has no change streams. */
const noChangeStreams = 40_573
/** Milliseconds. */
const pollEvery = 500
/** Milliseconds. */
const reopenAfter = 1_000

/** Watches for writes by other processes: with change streams where there is a replica set, otherwise by reading a
 * number every half second that each process raises when it writes. */
export function createChangeWatch({ db, collections, onError }: Dependencies): ChangeWatch {
  const versions = db.collection<VersionRecord>('versions')
  const listeners = new Set<() => void>()
  let isStopped = false
  /** The last number that was notified. */
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
    } catch (error) {
      if (isStopped) return
      const isStandalone = error instanceof MongoServerError && error.code === noChangeStreams
      if (isStandalone) {
        seen = await currentNumber()
        // Something may have changed since the collections were read first.
        notify()
        return poll()
      }
      onError(error)
    }
    // Changes while no stream was open were missed.
    notify()
    later(listen, reopenAfter)
  }

  const currentNumber = async () =>
    (await versions.findOne({ _id: 'content' }).catch(() => null))?.number ?? 0

  async function poll(): Promise<void> {
    const before = seen
    const number = await currentNumber()
    // If `announce` has raised it meanwhile, this number is an old one.
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
      // This process knows its own write. A gap means that another process has written meanwhile.
      if (announced?.number === seen + 1) seen += 1
    },

    async stop() {
      isStopped = true
      clearTimeout(timer)
      await stream?.close()
    },
  }
}
