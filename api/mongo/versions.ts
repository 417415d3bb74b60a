import type { Collection, Document, ObjectId, UpdateFilter } from 'mongodb'
import { notFound, Problem } from '../http/problem'

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

/** The entity tag of a version (RFC 9110, 8.8.3). */
export const versionTag = (version: number) => `"v${version}"`

/** The versions that an If-Match header names (RFC 9110, 13.1.1); undefined where any version will do: without the
 * header, or with `*`. Entity tags that name no version match nothing. */
export function versionsToMatch(request: Request): number[] | undefined {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return
  const tags = header.split(',').map((tag) => /^"v([1-9]\d{0,14})"$/.exec(tag.trim())?.[1])
  return tags.filter((version) => version !== undefined).map(Number)
}

/** 412 for a write on a version that is not the stored one.
 * @param current the record as it is now */
export const preconditionFailed = (current: object) =>
  new Problem(412, 'Somebody else has changed this record: load it again and repeat your change.', {
    members: { current },
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
