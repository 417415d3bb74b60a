/** The rules by which the band's changes are sent, on all pages and in the worker: pure functions. Those by which the back office
 * makes and resolves them are in `change-edits.ts`. */
import { counted } from '../../api/shared/counted'
import { listed } from '../../api/shared/listed'
import { afterAttempt, type EntryState, maxBackoff, type PostResult } from './outbox-flush'

/** The kinds of records that can be changed without signal. */
export type ChangeKind = 'show' | 'song' | 'enquiry' | 'track order' | 'nights off'

/** A change of a record. */
export interface Change {
  kind: ChangeKind
  /** The id of the record; that of a record which the server does not have yet begins with `new-`. */
  id: string
  method: 'POST' | 'PUT'
  path: string
  body: object
  /** The version that the change is based on; undefined for a new record, and behind another change of the same record. */
  version?: number | undefined
  /** The version that the record had before the first of several changes by this device between which nobody else has changed
   * it. Absent if this change follows none. */
  firstVersion?: number | undefined
  /** A line that names the record. */
  label: string
  /** The record as it is shown until the server has stored it. */
  preview: object
  /** The record before the change; undefined for a new one. With it, somebody else's change of other fields can be merged. */
  original?: object | undefined
}

/** A change in the queue. */
export interface ChangeEntry extends Change, EntryState {
  /** The order of the changes. Not the time, because clocks may be set back. */
  place: number
  /** The origin of the API. */
  to: string
  /** The token of the session in which it was made. */
  token: string
  /** Of a sent change: the record as the server has stored it. */
  stored?: StoredRecord
  /** The former id of a record that was added. A form that was open meanwhile still has it. */
  temporaryId?: string
  /** The keys of the changes that were merged into it. */
  merged?: readonly string[]
  /** When a page has first shown what was sent, in milliseconds since 1970; absent before. */
  shownAt?: number
  /** Of a conflict: the record as it is on the server; undefined if it was deleted. */
  current?: StoredRecord | undefined
}

interface StoredRecord {
  _id: string
  version: number
}

/** The failure of a change whose token has ended. */
export const tokenEnded = 'status 401'

export const isNewId = (id: string) => id.startsWith('new-')

export const isUnsent = ({ state }: Pick<ChangeEntry, 'state'>) => state !== 'sent'

/** A warning that a logout discards unsent changes, mp3s and the content of forms, with their numbers; empty if there are none.
 * Several changes of one record count as one. */
export function unsentWarning(entries: readonly ChangeEntry[], mp3s: number, forms: number) {
  const changes = unsentByRecord(entries).length
  const count = (number: number, noun: string) => (number === 0 ? [] : [counted(number, noun)])
  const unsent = listed([
    ...count(changes, 'change'),
    ...count(mp3s, 'mp3'),
    ...count(forms, 'unsaved form'),
  ])
  if (unsent === '') return ''
  const verb = changes + mp3s + forms === 1 ? 'has' : 'have'
  return `${unsent} on this device ${verb} not been saved and will be discarded.`
}

/** What identifies a record. */
export type RecordId = Pick<Change, 'kind' | 'id'>

export const isSameRecord = (one: RecordId, other: RecordId) =>
  one.kind === other.kind && one.id === other.id

/** The unsent changes of a record, in their order. */
export const unsentOf = (entries: readonly ChangeEntry[], record: RecordId) =>
  entries.filter((entry) => isUnsent(entry) && isSameRecord(entry, record))

/** All unsent changes, grouped by their records. */
export const unsentByRecord = (entries: readonly ChangeEntry[]) =>
  entries
    .filter(isUnsent)
    .filter((entry, index, unsent) => unsent.findIndex((one) => isSameRecord(one, entry)) === index)
    .map((first) => unsentOf(entries, first))

/** The changes that may be sent now. A change waits for earlier ones of its record and for the new records in its body. */
export function readyChanges(entries: readonly ChangeEntry[]): ChangeEntry[] {
  const unsent = entries.filter(isUnsent)
  return unsent.filter((entry, index) => {
    if (entry.state !== 'waiting') return false
    const text = JSON.stringify(entry.body)
    const isMentioned = ({ id }: ChangeEntry) => isNewId(id) && id !== entry.id && text.includes(id)
    const isBehind = (other: ChangeEntry, at: number) => at < index && isSameRecord(other, entry)
    return !unsent.some((other, at) => isBehind(other, at) || isMentioned(other))
  })
}

/** The entries that an attempt to send one of them changes. After a success, the next change of the record is based on the
 * stored version, and the id of a new record takes the place of its temporary one.
 * @param now milliseconds since 1970 */
export function afterChange(
  entries: readonly ChangeEntry[],
  entry: ChangeEntry,
  result: PostResult,
  now: number,
): ChangeEntry[] {
  const isConflict =
    result.state === 'refused' &&
    (result.status === 412 || (result.status === 404 && entry.method === 'PUT'))
  if (isConflict) {
    const { current } = (result.problem ?? {}) as { current?: StoredRecord }
    return [{ ...entry, state: 'conflict', current: result.status === 412 ? current : undefined }]
  }
  // The token has ended: the change waits for the next login, after which all entries are due.
  if (result.state === 'refused' && result.status === 401)
    return [{ ...entry, hold: 'backoff', retryAt: now + maxBackoff, failure: tokenEnded }]
  const after = afterAttempt(entry, result, now)
  if (result.state !== 'sent') return [after]
  const stored = Object.values((result.body ?? {}) as object)[0] as StoredRecord | undefined
  const id = stored?._id ?? entry.id
  const others = entries.filter((other) => other.key !== entry.key && isUnsent(other))
  const next = others.find((other) => isSameRecord(other, entry))
  const renamed = others.map((other) => {
    const known = isNewId(entry.id) ? withId(other, entry.id, id) : other
    if (other !== next || known.version !== undefined) return known
    return { ...known, version: stored?.version, firstVersion: firstVersionOf(entry) }
  })
  const changed = renamed.filter((other, index) => other !== others[index])
  const temporary = isNewId(entry.id) && { temporaryId: entry.id }
  return [{ ...after, id, ...temporary, ...(stored && { stored }) }, ...changed]
}

/** The version before the first of this device's changes that follow one another. */
export const firstVersionOf = ({ firstVersion, version }: Change) => firstVersion ?? version

/** A value with the id of a record in place of its temporary one. */
export const withId = <Kind extends object>(value: Kind, temporary: string, id: string): Kind => {
  const text = JSON.stringify(value)
  return text.includes(temporary) ? JSON.parse(text.replaceAll(temporary, id)) : value
}
