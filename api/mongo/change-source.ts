import { type ChangeStreamOptions, type Db, MongoServerError } from 'mongodb'

/** A position in the history of a replica set, at which a change stream can begin. */
export type Position = Pick<ChangeStreamOptions, 'startAtOperationTime' | 'resumeAfter'>

/** What the change watch needs from a database. */
export interface ChangeSource {
  /** The present position; undefined on a standalone server, which has no history. */
  position(): Promise<Position | undefined>
  /** Yields the new position after each write since a position, until the signal is aborted.
   * @throws HistoryLostError when the history no longer reaches back to the position */
  writesSince(position: Position, signal: AbortSignal): AsyncIterable<Position>
  /** The number of announced writes by all processes. */
  number(): Promise<number>
  /** Adds one to the number and returns it. */
  increment(): Promise<number>
}

/** Writes may have been missed, because the server has deleted that part of its history. */
export class HistoryLostError extends Error {
  override readonly name = 'HistoryLostError'
}

interface VersionRecord {
  _id: 'content'
  number: number
}

/** The error codes of a position that the history does not contain: ChangeStreamHistoryLost, InvalidResumeToken and
 * ChangeStreamFatalError. */
const historyLost = new Set<unknown>([286, 260, 280])

/** The writes to some collections of a MongoDB. */
export function mongoChanges(db: Db, collections: string[]): ChangeSource {
  const versions = db.collection<VersionRecord>('versions')
  return {
    async position() {
      const { operationTime } = await db.command({ ping: 1 })
      return operationTime && { startAtOperationTime: operationTime }
    },

    async *writesSince(position, signal) {
      const stream = db.watch([{ $match: { 'ns.coll': { $in: collections } } }], position)
      const close = () => void stream.close().catch(() => undefined)
      signal.addEventListener('abort', close)
      try {
        for await (const { _id } of stream) yield { resumeAfter: _id }
      } catch (error) {
        if (error instanceof MongoServerError && historyLost.has(error.code))
          throw new HistoryLostError(error.message)
        throw error
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
    },

    async number() {
      return (await versions.findOne({ _id: 'content' }))?.number ?? 0
    },

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
