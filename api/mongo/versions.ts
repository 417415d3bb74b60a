import type { Collection, Document, ObjectId } from 'mongodb'
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

/** A body without its empty texts, which stand for optional fields that are to be cleared. */
export const withoutEmptyTexts = <Body extends object>(body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')) as Body

/** Updates a record if its version is one of `versions`, and increments the version.
 * @param changes an empty text removes the field
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
  const set = withoutEmptyTexts(changes)
  const cleared = Object.keys(changes).filter((name) => !(name in set))
  const $unset = Object.fromEntries(cleared.map((name) => [name, '']))
  const before = await collection.findOneAndUpdate(
    wanted as never,
    { $set: set, ...(cleared.length > 0 && { $unset }), $inc: { version: 1 } } as never,
    { returnDocument: 'before' },
  )
  if (before) {
    const after: Document = { ...before, ...set, version: before.version + 1 }
    for (const name of cleared) delete after[name]
    return { before: before as never, after: after as never }
  }
  const current = await collection.findOne({ _id } as never)
  if (!current) throw notFound()
  throw preconditionFailed(present(current as never))
}
