import type { Collection, Document, ObjectId, UpdateFilter } from 'mongodb'
import { preconditionFailed } from '../http/if-match'
import { notFound } from '../http/problem'

/** A record that more than one person may edit. */
export interface Versioned {
  /** 1 when the record is created; rises with each write. */
  version: number
}

/** A stored record with its version; one that was not written by this program may have none. */
export const withVersion = <Kind extends Versioned>(record: Kind): Kind => ({
  ...record,
  version: record.version ?? 1,
})

/** Updates a record if its version is one of `versions`, and increments the version.
 * @param present how the record is shown to the person who wanted to change it
 * @throws Problem 404 when there is no such record, 412 with `current` when another version is stored */
export async function changeVersion<Kind extends Document & Versioned>(
  collection: Collection<Kind>,
  _id: ObjectId,
  versions: number[] | undefined,
  changes: object,
  present: (record: Kind & { _id: ObjectId }) => object,
): Promise<{ before: Kind & { _id: ObjectId }; after: Kind & { _id: ObjectId } }> {
  const wanted = versions === undefined ? { _id } : { _id, version: { $in: versions } }
  const before = await collection.findOneAndUpdate(
    wanted as never,
    { $set: changes, $inc: { version: 1 } } as unknown as UpdateFilter<Kind>,
    { returnDocument: 'before' },
  )
  if (before) {
    const after = { ...before, ...changes, version: before.version + 1 }
    return { before: before as never, after: after as never }
  }
  const current = await collection.findOne({ _id } as never)
  if (!current) throw notFound()
  throw preconditionFailed(present(current as never))
}
