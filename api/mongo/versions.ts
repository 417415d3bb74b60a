import type { Collection, Document, ObjectId } from 'mongodb'
import { currentEditor } from '../http/editor'
import { preconditionFailed } from '../http/if-match'
import { notFound } from '../http/problem'

/** A record that more than one person may edit. */
export interface Versioned {
  /** Whether it came with the demo. */
  isDemo?: true
  /** 1 when the record is created; incremented by each write. */
  version: number
  /** The last write by a person, with the name of the device if it has one; absent if there was none. */
  lastChange?: { at: Date; by?: string }
  /** The key of the last change, with a digest of its content (`keyWithContent`); absent if it had none. */
  lastKey?: string
}

/** The conditions of a change, and the origin of the site that makes it. */
export interface WriteOptions {
  /** The origin of the public site. */
  site: string
  /** The accepted versions; undefined accepts any. */
  versions?: number[] | undefined
  /** The Idempotency-Key. */
  key?: string | undefined
}

/** `lastChange` of a write that is made now; no field outside a request of the administrator. */
export function authorship(): Pick<Versioned, 'lastChange'> {
  const editor = currentEditor.getStore()
  if (!editor) return {}
  const { deviceName: by } = editor
  return { lastChange: { at: new Date(), ...(by !== undefined && { by }) } }
}

/** `lastChange` of a record, as the administrator gets it. */
export const lastChangeOf = ({ lastChange }: Pick<Versioned, 'lastChange'>) => ({
  ...(lastChange && { lastChange: { ...lastChange, at: lastChange.at.toISOString() } }),
})

/** Adds version 1 to a stored record without a version, which another program may have written. */
export const withVersion = <Kind extends Versioned>(record: Kind): Kind => ({
  ...record,
  version: record.version ?? 1,
})

/** Removes the empty strings of a body; an empty string clears an optional field. */
export const withoutEmptyTexts = <Body extends object>(body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')) as Body

/** The update of a document: an empty text removes its field. */
export function updateOf<Changes extends object>(changes: Changes) {
  const $set = withoutEmptyTexts(changes)
  const cleared = Object.keys(changes).filter((name) => !(name in $set))
  const $unset = Object.fromEntries(cleared.map((name) => [name, true as const]))
  return { $set, ...(cleared.length > 0 && { $unset }) }
}

type WithLastKey = Pick<Versioned, 'lastKey'>

/** Whether the record's last change had this Idempotency-Key: then it is a repeated request. */
export const isRepeated = ({ lastKey }: WithLastKey, key: string | undefined): boolean =>
  Boolean(key) && lastKey === key

/** `lastKey` of a change; without a key, it clears that of the previous change. */
export const keyOfChange = (key: string | undefined): WithLastKey => ({ lastKey: key ?? '' })

/** Refuses a change of a record that is not based on its stored version.
 * @param versions the accepted versions; undefined accepts any
 * @param present converts the record to `current` of the 412 response
 * @throws Problem 412 */
export function requireVersion<Kind extends Partial<Versioned>>(
  record: Kind,
  versions: readonly number[] | undefined,
  present: (record: Kind) => object,
): void {
  if (versions && !versions.includes(record.version ?? 1))
    throw preconditionFailed({ ...present(record), ...lastChangeOf(record) })
}

/** Updates a record if its version is one of `versions`, increments the version and stores `lastChange`.
 * @param versions the accepted versions; undefined accepts any
 * @param changes the new values; an empty string removes the field
 * @param present converts the stored record to `current` of the 412 response
 * @throws Problem 404 when there is no such record, 412 with `current` when another version is stored */
export async function changeVersion<Kind extends Document & Versioned>(
  collection: Collection<Kind>,
  _id: ObjectId,
  versions: number[] | undefined,
  changes: object,
  present: (record: Kind & { _id: ObjectId }) => object,
): Promise<{ before: Kind & { _id: ObjectId }; after: Kind & { _id: ObjectId } }> {
  const { lastKey } = changes as WithLastKey
  const wanted = {
    _id,
    version: versions ? { $in: versions } : { $exists: true },
    ...(lastKey && { lastKey: { $ne: lastKey } }),
  }
  const update = updateOf({ ...changes, ...authorship() })
  const before = await collection.findOneAndUpdate(
    wanted as never,
    { ...update, $inc: { version: 1 } } as never,
    { returnDocument: 'before' },
  )
  if (before) {
    const after: Document = { ...before, ...update.$set, version: before.version + 1 }
    for (const name of Object.keys(update.$unset ?? {})) delete after[name]
    return { before: before as never, after: after as never }
  }
  // Another program may have written a record without a version.
  const first = { $set: { version: 1 } }
  const { modifiedCount } = await collection.updateOne(
    { _id, version: null } as never,
    first as never,
  )
  if (modifiedCount > 0) return changeVersion(collection, _id, versions, changes, present)
  const current = await collection.findOne({ _id } as never)
  if (!current) throw notFound()
  if (isRepeated(current as never, lastKey))
    return { before: current as never, after: current as never }
  throw preconditionFailed({ ...present(current as never), ...lastChangeOf(current as never) })
}
