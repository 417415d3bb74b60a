/** The rules by which the back office makes, shows and resolves the band's changes that wait to be sent: pure functions, in a module
 * that visitors don't load. */
import {
  type Change,
  type ChangeEntry,
  type ChangeKind,
  firstVersionOf,
  isNewId,
  isSameRecord,
  isUnsent,
  type RecordId,
  unsentOf,
  withId,
} from './change-rules'
import { newEntryState } from './outbox-flush'
import { hasEffect, mergeBody, previewOf, type Winner } from './record-merge'

/** The collections of the API that contain the records. */
const collections: Readonly<Record<ChangeKind, string>> = {
  show: '/api/shows',
  song: '/api/songs',
  enquiry: '/api/enquiries',
  'track order': '/api/music',
  'nights off': '/api/admin/away',
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

/** Milliseconds. */
const day = 86_400_000

/** Ends with a full stop, so that no temporary id is the beginning of another one. */
const newId = (key: string) => `new-${key}.`

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
    // It contains the earlier changes, too. Its session and state are those of a new entry.
    ...(first && isRefused && asOneChange([...earlier, change]).change),
    ...session,
    ...newEntryState(key),
    place,
  }
  return { entry, replaced: isRefused ? earlier.map((one) => one.key) : [] }
}

/** A value with stored ids in place of temporary ones. */
export const withStoredIds = <Kind extends object>(entries: readonly ChangeEntry[], value: Kind) =>
  entries.reduce(
    (known, { temporaryId, id }) => (temporaryId ? withId(known, temporaryId, id) : known),
    value,
  )

/** A change with stored ids, and with the version after this device's last change. */
function withStored(entries: readonly ChangeEntry[], change: Change): Change {
  const known = withStoredIds(entries, change)
  const waiting = unsentOf(entries, known).at(-1)
  const last = entries.findLast((entry) => entry.stored && isSameRecord(entry, known))
  // A form that was opened before this device's own changes and somebody else's keeps its version.
  if (!last?.stored || isOlder(known, last)) return rebased(known, waiting?.preview)
  const version = Math.max(last.stored.version, known.version ?? 0)
  const newest = version === known.version ? undefined : last.stored
  return {
    ...rebased(known, waiting?.preview ?? newest),
    version,
    firstVersion: firstVersionOf(last),
  }
}

/** Takes the fields that a change leaves unchanged from a newer state of its record. A form sends all its fields, and may have been
 * opened before this device's last change. The change of an enquiry contains only what is to be set. */
function rebased<Kind extends Change>(change: Kind, record: object | undefined): Kind {
  const { original, kind } = change
  if (!original || !record) return change
  if (kind === 'enquiry')
    return {
      ...change,
      preview: { ...record, ...changedFields(original, change.preview), ...change.body },
    }
  const { body } = mergeBody(original, change.body, record)
  return { ...change, body, preview: previewOf(record, body) }
}

/** The fields of a record that a change sets, with those that follow from it: an answered enquiry is no longer unsure. */
const changedFields = (original: object, preview: object) =>
  Object.fromEntries(
    Object.entries(preview).filter(
      ([name, value]) => value !== (original as Record<string, unknown>)[name],
    ),
  )

/** Whether a change is based on a version before this device's changes of the record. */
function isOlder({ version }: Change, own: Change): boolean {
  const first = firstVersionOf(own)
  return version !== undefined && first !== undefined && version < first
}

/** Merges unsent changes of one record: the request of the first with the fields of all; later changes win.
 * With the winner `theirs`, a change does not replace a value that its form did not show.
 * @returns one change, and whether it replaces a value that its form did not show. That happens if the form was opened before an
 * earlier change was merged with another person's */
function asOneChange(changes: readonly Change[], winner: Winner = 'mine') {
  const [first] = changes
  const original = first?.original
  let merged: { body: object; overlaps: boolean } = { body: {}, overlaps: false }
  for (const { original: shown, body } of changes) {
    const next = shown
      ? mergeBody(shown, body, previewOf(original ?? {}, merged.body), winner)
      : { body, overlaps: false }
    merged = { body: { ...merged.body, ...next.body }, overlaps: merged.overlaps || next.overlaps }
  }
  const { body, overlaps } = merged
  const request = first && { method: first.method, path: first.path, version: first.version }
  return { change: { ...request, original, body }, overlaps }
}

/** Removes sent changes that the page shows. A change that added a record stays for a day from then on, because an open form may
 * still contain its temporary id.
 * @param shown the keys of those that were sent before the page has read its data
 * @param now milliseconds since 1970 */
export function afterShown(entries: readonly ChangeEntry[], shown: readonly string[], now: number) {
  const sent = entries.filter(({ key, shownAt }) => shownAt || shown.includes(key))
  const isNeeded = ({ temporaryId, shownAt = now }: ChangeEntry) =>
    temporaryId !== undefined && shownAt > now - day
  return {
    put: sent.filter(isNeeded).map((entry) => ({ shownAt: now, ...entry })),
    remove: sent.filter((entry) => !isNeeded(entry)).map(({ key }) => key),
  }
}

/** Discards one change. The later changes of its record lose the values that only the discarded one has entered, and the next one
 * gets its version. If the discarded change adds the record, all its unsent changes are discarded. */
export function withoutChange(entries: readonly ChangeEntry[], key: string) {
  const discarded = entries.find((entry) => entry.key === key)
  if (!discarded) return { remove: [] }
  const own = unsentOf(entries, discarded)
  if (discarded.method === 'POST') return withoutUnsent(entries, discarded)
  const put: ChangeEntry[] = []
  let { original } = discarded
  for (const entry of own.slice(own.indexOf(discarded) + 1)) {
    const { version } = put.length === 0 ? discarded : entry
    put.push({ ...rebased(entry, original), version, ...(entry.original && { original }) })
    original = put.at(-1)?.preview
  }
  return { put, remove: [key] }
}

/** Discards the unsent changes of a record. A record that the site never gets is also removed from the lists in other changes, such
 * as set lists. */
export function withoutUnsent(entries: readonly ChangeEntry[], record: RecordId) {
  const own = unsentOf(entries, record)
  const others = entries.filter((entry) => isUnsent(entry) && !own.includes(entry))
  const isMentionedIn = (entry: ChangeEntry) => JSON.stringify(entry).includes(record.id)
  return {
    put: isNewId(record.id)
      ? others.filter(isMentionedIn).map((entry) => withoutListed(entry, record.id))
      : [],
    remove: own.map(({ key }) => key),
  }
}

/** A value whose lists do not contain an id. */
const withoutListed = <Kind extends object>(value: Kind, id: string): Kind =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    Array.isArray(part) ? part.filter((one) => one !== id) : part,
  )

/** Removes all changes of a record that was deleted on the site, or that the site never had. If a new record was sent meanwhile, it
 * must be deleted on the site first, so nothing is removed.
 * @returns also the record's id on the site; undefined if the site does not have it */
export function withoutRecord(entries: readonly ChangeEntry[], record: RecordId) {
  const { id } = record
  const storedId = isNewId(id) ? entries.find(({ temporaryId }) => temporaryId === id)?.id : id
  const own = entries.filter((entry) => isSameRecord(entry, record))
  const { put } = withoutUnsent(entries, record)
  return { storedId, put, remove: own.map(({ key }) => key) }
}

/** Whether the band can add a record of this kind: enquiries come from visitors. */
export const canBeAdded = ({ kind }: Pick<Change, 'kind'>) => kind === 'show' || kind === 'song'

/** Merges the unsent changes of a record into the version that the server has.
 * @param own the unsent changes of one record
 * @param winner whose value is taken where both have changed one
 * @returns one change, and whether the person must be asked, because both have changed the same field or a form did not show its
 * value; undefined without a conflict, or if the record was deleted */
export function mergedChange(own: readonly ChangeEntry[], winner: Winner = 'mine') {
  const current = own.find(({ state }) => state === 'conflict')?.current
  if (!current) return
  const { change, overlaps: replacesUnseen } = asOneChange(own, winner)
  const { body: mine, original } = change
  const { body, overlaps } = original
    ? mergeBody(original, mine, current, winner)
    : { body: winner === 'mine' ? mine : {}, overlaps: true }
  const preview =
    original || winner === 'theirs' ? previewOf(current, body) : (own.at(-1)?.preview ?? {})
  return {
    change: { body, preview, original: current, version: current.version },
    overlaps: overlaps || replacesUnseen,
  }
}

/** Resolves a conflict: one change, based on the server's version, replaces the record's unsent changes. Where both have changed a
 * field, `choice` decides. With `theirs`, nothing is sent if no other change remains or the record was deleted; with `mine`, a deleted
 * show or song is added again.
 * @param key the Idempotency-Key of that change */
export function resolved(
  entries: readonly ChangeEntry[],
  record: RecordId,
  choice: Winner,
  key: string,
) {
  const own = unsentOf(entries, record)
  const remove = own.map((entry) => entry.key)
  const conflict = own.find(({ state }) => state === 'conflict')
  const last = own.at(-1)
  // Another tab may have resolved it.
  if (!conflict || !last) return { remove: [] }
  const { current, ...kept } = conflict
  const merged = mergedChange(own, choice)?.change
  const isKept = choice === 'mine' || (current && merged && hasEffect(merged.body, current))
  if (!isKept || !(current || canBeAdded(conflict))) return { remove }
  const resolution: ChangeEntry = {
    ...kept,
    ...asOneChange(own).change,
    ...newEntryState(key),
    merged: own.flatMap(({ key: before, merged = [] }) => [before, ...merged]),
    preview: last.preview,
    firstVersion: undefined,
    ...merged,
  }
  if (current) return { put: [resolution], remove }
  // All of the record, because a change of it may contain only some fields, without its visibility.
  const body = { ...resolution.preview, ...resolution.body }
  const added = {
    ...changeOf({ ...resolution, body, id: '' }),
    version: undefined,
    original: undefined,
  }
  return { put: [{ ...resolution, ...added, id: newId(key) }], remove }
}
