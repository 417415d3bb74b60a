/** The rules of the band's changes that wait to be sent: pure functions. */
import { counted } from '../../api/shared/counted'
import { afterAttempt, type EntryState, newEntryState, type PostResult } from './outbox-flush'
import { mergeBody, previewOf } from './record-merge'

/** The kinds of records that can be changed without signal. */
export type ChangeKind = 'show' | 'song' | 'enquiry' | 'track order'

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

/** The collections of the API that contain the records. */
const collections: Readonly<Record<ChangeKind, string>> = {
  show: '/api/shows',
  song: '/api/songs',
  enquiry: '/api/enquiries',
  'track order': '/api/music',
}

/** A change without its request. An empty `id` means a new record. */
export type RecordChange = Omit<Change, 'method' | 'path' | 'firstVersion'>

/** A change with its request. */
export function changeOf(change: RecordChange): Change {
  const { id, kind } = change
  const path = collections[kind]
  return id
    ? { ...change, method: 'PUT', path: `${path}/${id}` }
    : { ...change, method: 'POST', path }
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
  /** Whether the page shows what was sent. */
  isShown?: true
  /** Of a conflict: the record as it is on the server; undefined if it was deleted. */
  current?: StoredRecord | undefined
}

interface StoredRecord {
  _id: string
  version: number
}

/** The failure of a change whose token has ended. */
export const tokenEnded = 'status 401'

/** Milliseconds. */
const [longestWait, day] = [3_600_000, 86_400_000]

/** Ends with a full stop, so that no temporary id is the beginning of another one. */
const newId = (key: string) => `new-${key}.`
export const isNewId = (id: string) => id.startsWith('new-')

export const isUnsent = ({ state }: Pick<ChangeEntry, 'state'>) => state !== 'sent'

/** A warning that a logout discards unsent changes and mp3s, with their numbers; empty if there are none. Several changes of one
 * record count as one. */
export function unsentWarning(entries: readonly ChangeEntry[], mp3s: number): string {
  const changes = unsentByRecord(entries).length
  const count = (number: number, noun: string) => (number === 0 ? [] : [counted(number, noun)])
  const unsent = [...count(changes, 'change'), ...count(mp3s, 'mp3')].join(' and ')
  if (unsent === '') return ''
  return `${unsent} on this device ${changes + mp3s === 1 ? 'has' : 'have'} not been sent and will be discarded.`
}

const isSameRecord = (one: Pick<Change, 'kind' | 'id'>, other: Pick<Change, 'kind' | 'id'>) =>
  one.kind === other.kind && one.id === other.id

/** The unsent changes of a record, in their order. */
export const unsentOf = (entries: readonly ChangeEntry[], record: Pick<Change, 'kind' | 'id'>) =>
  entries.filter((entry) => isUnsent(entry) && isSameRecord(entry, record))

/** All unsent changes, grouped by their records. */
export const unsentByRecord = (entries: readonly ChangeEntry[]) =>
  entries
    .filter(isUnsent)
    .filter((entry, index, unsent) => unsent.findIndex((one) => isSameRecord(one, entry)) === index)
    .map((first) => unsentOf(entries, first))

/** Adds a change at the end of the queue. If an earlier change of the same record was refused, the new one contains all unsent
 * changes of that record and replaces them.
 * @param key the Idempotency-Key
 * @returns the new entry, and the keys of the entries that it replaces */
export function withChange(
  entries: readonly ChangeEntry[],
  key: string,
  made: Change,
  session: Pick<ChangeEntry, 'to' | 'token'>,
): { entry: ChangeEntry; replaced: string[] } {
  const change = withStored(entries, made)
  const earlier = unsentOf(entries, change)
  const isRefused = earlier.some(({ state }) => state === 'refused')
  const [first] = earlier
  const place = Math.max(0, ...entries.map((entry) => entry.place)) + 1
  const entry: ChangeEntry = {
    ...change,
    id: change.method === 'POST' ? newId(key) : change.id,
    // It is based on the earlier change, whose version is not known yet. But a form that was opened before somebody else's
    // change keeps its version, so that the server refuses it.
    ...(first && !isOlder(change, first) && { version: undefined }),
    ...(first && isRefused && asOneChange(earlier, change.body)),
    ...session,
    ...newEntryState(key),
    place,
  }
  return { entry, replaced: isRefused ? earlier.map((one) => one.key) : [] }
}

/** A change with stored ids in place of temporary ones, and with the version after this device's last change. */
function withStored(entries: readonly ChangeEntry[], change: Change): Change {
  const known = entries.reduce(
    (one, { temporaryId, id }) => (temporaryId === undefined ? one : withId(one, temporaryId, id)),
    change,
  )
  // A form that was opened before this device's own changes and somebody else's keeps its version.
  const last = entries.findLast((entry) => entry.stored && isSameRecord(entry, known))
  if (!last?.stored || isOlder(known, last)) return known
  const version = Math.max(last.stored.version, known.version ?? 0)
  return { ...known, version, firstVersion: firstVersionOf(last) }
}

const firstVersionOf = ({ firstVersion, version }: Change) => firstVersion ?? version

/** Whether a change is based on a version before this device's changes of the record. */
function isOlder({ version }: Change, own: Change): boolean {
  const first = firstVersionOf(own)
  return version !== undefined && first !== undefined && version < first
}

/** Merges unsent changes of one record: the request of the first with the fields of all; later fields win. */
function asOneChange(changes: readonly ChangeEntry[], body: object = {}): Partial<ChangeEntry> {
  const [first] = changes
  return {
    ...(first && { method: first.method, path: first.path, version: first.version }),
    original: first?.original,
    body: Object.assign({}, ...changes.map((one) => one.body), body),
  }
}

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
  if (result.state === 'refused' && (result.status === 412 || result.status === 404)) {
    const { current } = (result.problem ?? {}) as { current?: StoredRecord }
    return [{ ...entry, state: 'conflict', current: result.status === 412 ? current : undefined }]
  }
  // The token has ended: the change waits for the next login, after which all entries are due.
  if (result.state === 'refused' && result.status === 401)
    return [{ ...entry, hold: 'backoff', retryAt: now + longestWait, failure: tokenEnded }]
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

/** An entry with the id of a record in place of its temporary one. */
const withId = <Kind extends Change>(entry: Kind, temporary: string, id: string): Kind => {
  const text = JSON.stringify(entry)
  return text.includes(temporary) ? JSON.parse(text.replaceAll(temporary, id)) : entry
}

/** Removes sent changes that the page shows. A change that added a record stays for a day, because an open form may still
 * contain its temporary id.
 * @param shown the keys of those that were sent before the page has read its data
 * @param now milliseconds since 1970 */
export function afterShown(
  entries: readonly ChangeEntry[],
  shown: readonly string[],
  now: number,
): { put: ChangeEntry[]; remove: string[] } {
  const sent = entries.filter(({ key, isShown }) => isShown || shown.includes(key))
  const isNeeded = ({ temporaryId, savedAt }: ChangeEntry) =>
    temporaryId !== undefined && savedAt > now - day
  return {
    put: sent.filter(isNeeded).map((entry) => ({ ...entry, isShown: true })),
    remove: sent.filter((entry) => !isNeeded(entry)).map(({ key }) => key),
  }
}

/** Discards one change. The next one of its record is then based on the same version; without the change that adds a record,
 * those that follow it have nothing to change. */
export function withoutChange(
  entries: readonly ChangeEntry[],
  key: string,
): { put?: ChangeEntry[]; remove: string[] } {
  const discarded = entries.find((entry) => entry.key === key)
  if (!discarded) return { remove: [] }
  const own = unsentOf(entries, discarded)
  if (discarded.method === 'POST') return { remove: own.map((entry) => entry.key) }
  const next = own[own.indexOf(discarded) + 1]
  return { remove: [key], ...(next && { put: [{ ...next, version: discarded.version }] }) }
}

/** Whether the band can add a record of this kind: enquiries come from visitors. */
export const canBeAdded = ({ kind }: Pick<Change, 'kind'>) => kind === 'show' || kind === 'song'

/** The unsent changes of a record that somebody else has changed meanwhile, as one change of the version that the server has.
 * @returns undefined if the record was deleted or has no conflict
 * @returns overlaps whether somebody has to decide, because both have changed the same field */
export function mergedChange(
  own: readonly ChangeEntry[],
):
  | { change: Pick<Change, 'body' | 'preview' | 'original' | 'version'>; overlaps: boolean }
  | undefined {
  const current = own.find(({ state }) => state === 'conflict')?.current
  if (!current) return
  const { body: mine = {}, original } = asOneChange(own)
  const { body, overlaps } = original
    ? mergeBody(original, mine, current)
    : { body: mine, overlaps: true }
  const preview = original ? previewOf(current, body) : (own.at(-1)?.preview ?? {})
  return { change: { body, preview, original: current, version: current.version }, overlaps }
}

/** Resolves the conflict of a record. `theirs` discards all of its changes. `mine` makes one change of them, based on the
 * version that the server has; a show or song that was deleted is added again.
 * @param key the Idempotency-Key of that change */
export function resolved(
  entries: readonly ChangeEntry[],
  record: Pick<Change, 'kind' | 'id'>,
  choice: 'mine' | 'theirs',
  key: string,
): { put?: ChangeEntry[]; remove: string[] } {
  const own = unsentOf(entries, record)
  const remove = own.map((entry) => entry.key)
  const conflict = own.find(({ state }) => state === 'conflict')
  const last = own.at(-1)
  // Another tab may have resolved it.
  if (!conflict || !last) return { remove: [] }
  const { current, ...kept } = conflict
  if (choice === 'theirs' || !(current || canBeAdded(conflict))) return { remove }
  const mine: ChangeEntry = {
    ...kept,
    ...asOneChange(own),
    ...newEntryState(key),
    preview: last.preview,
    firstVersion: undefined,
    ...mergedChange(own)?.change,
  }
  if (current) return { put: [mine], remove }
  // All of the record, because a change of it may contain only some fields, without its visibility.
  const body = { ...mine.preview, ...mine.body }
  const added = { ...changeOf({ ...mine, body, id: '' }), version: undefined, original: undefined }
  return { put: [{ ...mine, ...added, id: newId(key) }], remove }
}
