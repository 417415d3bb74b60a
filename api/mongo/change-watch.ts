import { type ChangeStream, type Db, MongoServerError } from 'mongodb'

interface VersionRecord {
  _id: 'content'
  number: number
}

interface Parts {
  db: Db
  /** The collections whose changes count. */
  collections: string[]
  /** Told when something has changed through another process; it may be told of a change of this one. */
  onChange: () => void
  onError: (error: unknown) => void
}

/** A standalone server has no change streams. */
const noChangeStreams = 40_573
const lookEvery = 500
const tryAgainAfter = 1_000

/** Hears of changes that any process on the same database makes: at once by change streams where there is a
 * replica set, else by looking at a number every half second. */
export function watchChanges({ db, collections, onChange, onError }: Parts) {
  const versions = db.collection<VersionRecord>('versions')
  let isStopped = false
  /** The last number of which nobody needs to be told. */
  let seen = 0
  let stream: ChangeStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (work: () => Promise<void>, wait: number) => {
    if (!isStopped) timer = setTimeout(() => void work(), wait)
  }

  async function listen() {
    try {
      stream = db.watch([{ $match: { 'ns.coll': { $in: collections } } }])
      for await (const _ of stream) onChange()
    } catch (error) {
      if (isStopped) return
      const isAlone = error instanceof MongoServerError && error.code === noChangeStreams
      if (isAlone) {
        seen = await currentNumber()
        // For what changed between the first reading and now.
        onChange()
        return look()
      }
      onError(error)
    }
    // What changed while nobody listened is read anew.
    onChange()
    later(listen, tryAgainAfter)
  }

  const currentNumber = async () =>
    (await versions.findOne({ _id: 'content' }).catch(() => null))?.number ?? 0

  async function look(): Promise<void> {
    const before = seen
    const number = await currentNumber()
    // What was announced here meanwhile makes this number an old one.
    if (seen === before) {
      if (number !== seen) onChange()
      seen = number
    }
    later(look, lookEvery)
  }

  void listen()
  return {
    /** Tells processes that look that something has changed; those that listen know. */
    async announce(): Promise<void> {
      const announced = await versions.findOneAndUpdate(
        { _id: 'content' },
        { $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      // Whoever changed it knows; what somebody else changed meanwhile is still to be told.
      if (announced?.number === seen + 1) seen += 1
    },

    async stop() {
      isStopped = true
      clearTimeout(timer)
      await stream?.close()
    },
  }
}
