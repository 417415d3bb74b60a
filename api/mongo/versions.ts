import type { Collection, ObjectId } from 'mongodb'
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
const isRepeated = ({ lastKey }: WithLastKey, key: string | undefined): boolean =>
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

/** An update as `updateOf` makes it, perhaps with items for lists. */
type Update = ReturnType<typeof updateOf> & { $push?: object }

/** A record with its id. The version is absent if another program has written it. */
type Revisable = Partial<Versioned> & { _id: ObjectId }

/** Reads a record and writes an update of it with the next version; begins again if the record was changed in between.
 * @param makeUpdate makes the update of the record that was read; undefined leaves the record as it is
 * @returns the record before and after; null if there is none */
export async function revise<Kind extends Revisable>(
  collection: Collection<Omit<Kind, '_id'>>,
  _id: ObjectId,
  makeUpdate: (before: Kind) => Update | undefined | Promise<Update | undefined>,
): Promise<{ before: Kind; after: Kind } | null> {
  while (true) {
    const found = (await collection.findOne({ _id } as never)) as Kind | null
    if (!found) return null
    const version = found.version ?? 1
    const before = { ...found, version }
    const update = await makeUpdate(before)
    if (!update) return { before, after: before }
    const after = await collection.findOneAndUpdate(
      // In a query, null also means an absent field.
      { _id, version: found.version ?? null } as never,
      { ...update, $set: { ...update.$set, version: version + 1 } } as never,
      { returnDocument: 'after' },
    )
    if (after) return { before, after: after as unknown as Kind }
  }
}

/** Revises a record if its version is one of `versions`. A repeated request, with the key of the last change, changes nothing.
 * @param present converts the stored record to `current` of the 412 response
 * @throws Problem 404 when there is no such record, 412 with `current` when another version is stored */
export async function reviseVersion<Kind extends Revisable>(
  collection: Collection<Omit<Kind, '_id'>>,
  _id: ObjectId,
  { versions, key }: Pick<WriteOptions, 'versions' | 'key'>,
  present: (record: Kind) => object,
  makeUpdate: (before: Kind) => Update | Promise<Update>,
) {
  const changed = await revise<Kind>(collection, _id, (before) => {
    if (isRepeated(before, key)) return
    requireVersion(before, versions, present)
    return makeUpdate(before)
  })
  if (!changed) throw notFound()
  return changed
}

/** Changes a record as `reviseVersion` does, and stores `lastChange`.
 * @param makeChanges makes the new values of the stored record's fields; an empty string removes a field */
export const changeVersion = <Kind extends Revisable>(
  collection: Collection<Omit<Kind, '_id'>>,
  _id: ObjectId,
  options: Pick<WriteOptions, 'versions' | 'key'>,
  present: (record: Kind) => object,
  makeChanges: (before: Kind) => object | Promise<object>,
) =>
  reviseVersion<Kind>(collection, _id, options, present, async (before) =>
    updateOf({ ...(await makeChanges(before)), ...keyOfChange(options.key), ...authorship() }),
  )
