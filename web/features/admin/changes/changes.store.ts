import { create } from 'zustand'
import { adminApi, ofVersion } from '../../../api-client/client'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { isUnanswered, RefusedError } from '../../../api-client/problem'
import { notifySessionExpired } from '../../../api-client/session-expiry'
import { apiHost } from '../../../api-client/settings'
import { readToken } from '../../../api-client/token'
import { xsrfHeader } from '../../../api-client/xsrf'
import {
  afterShown,
  changeOf,
  mergedChange,
  type RecordChange,
  resolved,
  withChange,
  withoutChange,
  withoutRecord,
  withoutUnsent,
  withStoredIds,
} from '../../../offline/change-edits'
import {
  type Change,
  type ChangeEntry,
  isNewId,
  isUnsent,
  type RecordId,
  tokenEnded,
  unsentByRecord,
  unsentOf,
} from '../../../offline/change-rules'
import { changes } from '../../../offline/changes'
import type { EntryChanges } from '../../../offline/entry-queue'
import { followQueue, keepFlushing } from '../../../offline/follow-queue'
import { newEntryState } from '../../../offline/outbox-flush'
import type { Winner } from '../../../offline/record-merge'

/** The band's changes: those that the server has not stored yet, and those that it has stored but the page does not show yet. */
export const useChanges = create<{
  entries: readonly ChangeEntry[]
  /** Whether a person has discarded a change that was sent meanwhile. */
  isDiscardedTooLate: boolean
}>()(() => ({ entries: [], isDiscardedTooLate: false }))

/** Milliseconds to wait for the response to a direct request, and for a flush of the queue. */
const [directTimeout, queueTimeout] = [8_000, 4_000]

/** How changes are sent from this page; undefined without a token. */
function requestOptions() {
  const token = readToken()
  if (token === null) return
  const to = apiHost()
  return { to, headers: { ...xsrfHeader(to), authorization: `Bearer ${token}` } }
}

let isFollowing = false

/** Reads the changes into the store and sends them, from now on. Further calls flush the queue, for changes
 * that waited for a login. */
export function keepSendingChanges(): void {
  if (isFollowing) {
    const options = requestOptions()
    if (options) void changes.flush(options)
    return
  }
  isFollowing = true
  followQueue(changes, (entries) => {
    // If the queue can't be read, the entries stay as they were.
    if (!entries) return
    useChanges.setState({ entries })
    mergeConflicts(entries).catch((error: unknown) =>
      console.debug('The changes could not be merged:', error),
    )
    const token = readToken()
    if (entries.some((entry) => entry.failure === tokenEnded && entry.token === token))
      notifySessionExpired(`Bearer ${token}`)
  })
  keepFlushing(changes, requestOptions)
}

/** A change that the server has stored, or that waits on this phone. */
export type Submitted<Stored> =
  /** @param notified see `ChangedShowResponse` */
  | { stored: Stored; notified?: number | undefined; waitingKey?: undefined }
  /** @param waitingKey the key of its entry
   * @param isStuck whether it waits behind a change of the record that conflicts or was refused */
  | { stored: Stored; notified?: undefined; waitingKey: string; isStuck: boolean }

/** Sends a change. Without a response, or while earlier changes wait, it is stored on this phone and sent later, in its order.
 * @param key the Idempotency-Key; a new one by default
 * @returns the stored record, or how it is shown until it is stored
 * @throws HTTPError (ky) or RefusedError if the server refuses it */
export async function submitChange<Stored extends object>(
  made: RecordChange,
  key = newIdempotencyKey(),
): Promise<Submitted<Stored>> {
  const known = await changes.entries().catch((error: unknown) => {
    console.debug('Changes can’t be stored on this phone:', error)
    return undefined
  })
  // Records that it mentions may have been sent since the form was opened.
  const change = withStoredIds(known ?? [], changeOf(made))
  const isFirst = !known?.some(isUnsent)
  if (isFirst && !isNewId(made.id)) {
    try {
      return await send<Stored>(change, key, known !== undefined)
    } catch (error) {
      if (!known || !isUnanswered(error)) throw error
    }
  }
  const session = { to: apiHost(), token: readToken() ?? '' }
  let hasReplaced = false
  await changes.change((entries) => {
    const { entry, replaced } = withChange(entries, key, change, session)
    hasReplaced = replaced.length > 0
    return { put: [entry], remove: replaced }
  })
  return resultInQueue(change, key, hasReplaced)
}

/** Sends a change at once.
 * @param canWait whether it can be sent later instead */
async function send<Stored>(
  { method, path, body, version }: Change,
  key: string,
  canWait: boolean,
): Promise<Submitted<Stored>> {
  const response = await adminApi()(path.slice(1), {
    method,
    json: body,
    headers: { 'idempotency-key': key, ...ofVersion(version).headers },
    ...(canWait && { signal: AbortSignal.timeout(directTimeout) }),
  })
  const { notified, ...rest } = await response.json<{ notified?: number }>()
  return { stored: Object.values(rest)[0] as Stored, notified }
}

/** Starts a flush, waits for it at most four seconds, and returns the state of the change.
 * @param hasReplaced whether earlier changes were merged into it; then it stays if it is refused
 * @throws RefusedError if it was refused or conflicts */
async function resultInQueue<Stored extends object>(
  made: Change,
  key: string,
  hasReplaced: boolean,
): Promise<Submitted<Stored>> {
  const slow = new Promise((resolve) => setTimeout(resolve, queueTimeout))
  const flushed = changes.flush(requestOptions()).catch((error: unknown) => {
    console.debug('The changes could not be sent:', error)
  })
  await Promise.race([flushed, slow])
  const entries = await changes.entries()
  // After a conflict with changes of other fields, the change is part of a merged one with another key.
  const entry =
    entries.find((one) => one.key === key) ?? entries.findLast((one) => one.merged?.includes(key))
  const preview = entry?.preview ?? made.preview
  // Another tab may have reported it as sent.
  if (!entry || entry.state === 'sent')
    return { stored: { ...preview, ...entry?.stored } as Stored }
  // A merged change contains earlier changes too, so it stays in the queue whatever its state is.
  if (entry.state === 'waiting' || entry.key !== key) {
    changes.requestSync().catch((error: unknown) => console.debug('No background sync:', error))
    const isStuck = unsentOf(entries, entry).some(({ state }) => state !== 'waiting')
    const stored = { ...preview, _id: entry.id } as unknown as Stored
    return { stored, waitingKey: entry.key, isStuck }
  }
  // What was entered before and merged into it is nowhere else.
  if (!hasReplaced) await changes.remove(key)
  const { state, problem, current } = entry
  throw state === 'conflict'
    ? new RefusedError(current ? 412 : 404, { detail: 'It was changed elsewhere.', current })
    : new RefusedError(problem?.status ?? 422, problem)
}

/** Removes the changes whose result the page shows.
 * @param shown the keys of those that were sent before the page has read its data */
export const takeSentChanges = (shown: readonly string[]): Promise<void> =>
  changes.change((entries) => afterShown(entries, shown, Date.now()))

/** Discards changes. Waits for a flush, because that may be sending them: what was sent by then stays, and the person is told. */
async function discard(work: (unsent: readonly ChangeEntry[]) => EntryChanges<ChangeEntry>) {
  let isDone = false
  await changes.betweenFlushes(() =>
    changes.change((entries) => {
      const { put = [], remove = [] } = work(entries.filter(isUnsent))
      isDone = remove.length > 0
      return { put, remove }
    }),
  )
  if (!isDone) useChanges.setState({ isDiscardedTooLate: true })
}

/** Discards one change. */
export const undoChange = (key: string): Promise<void> =>
  discard((unsent) => withoutChange(unsent, key))

/** Discards the unsent changes of a record. */
export const discardChanges = (record: RecordId): Promise<void> =>
  discard((unsent) => withoutUnsent(unsent, record))

/** Puts changes into the queue as new ones, and sends them. */
async function sendAgain(select: (entries: readonly ChangeEntry[]) => readonly ChangeEntry[]) {
  await changes.change((entries) => ({
    put: select(entries).map((entry) => ({ ...entry, ...newEntryState(entry.key) })),
  }))
  await changes.flush(requestOptions())
}

/** Tries to send the changes of a record again: one that was deleted may have been restored. */
export const retryChanges = (record: RecordId): Promise<void> =>
  sendAgain((entries) => unsentOf(entries, record))

/** What a deletion has removed. */
interface Deleted {
  /** The record's id on the site; undefined if the site never had it. */
  id: string | undefined
  /** Puts the unsent changes of the record back, to be sent again. */
  bringChangesBack: () => Promise<void>
}

/** Deletes a record and its changes. A record that waits on this device may have been sent since it was rendered, or is being sent
 * now: if its entry were removed meanwhile, nobody would learn the id under which the site stores it.
 * @param deleteStored deletes it on the site */
export async function deleteWithChanges(
  { kind, id: shownId }: RecordId,
  deleteStored: (id: string) => Promise<void>,
): Promise<Deleted> {
  let id = shownId
  if (isNewId(shownId)) {
    const dropped = await changes.betweenFlushes(() => dropChanges({ kind, id: shownId }))
    if (dropped.id === undefined) return dropped
    id = dropped.id
  }
  await deleteStored(id)
  return dropChanges({ kind, id }).catch((error: unknown) => {
    console.debug('Changes can’t be stored on this phone:', error)
    return { id, bringChangesBack: () => Promise.resolve() }
  })
}

/** Removes changes as `withoutRecord` does.
 * @returns also a function that puts the removed and edited changes back */
async function dropChanges(record: RecordId): Promise<Deleted> {
  let id: string | undefined
  let before: ChangeEntry[] = []
  let dropped: string[] = []
  await changes.change((entries) => {
    const { storedId, put, remove } = withoutRecord(entries, record)
    id = storedId
    dropped = remove
    const changed = [...remove, ...put.map(({ key }) => key)]
    before = entries.filter((entry) => isUnsent(entry) && changed.includes(entry.key))
    return { put, remove }
  })
  const canBePutBack = (entries: readonly ChangeEntry[], key: string) =>
    dropped.includes(key) || entries.some((one) => one.key === key && isUnsent(one))
  const bringChangesBack = () =>
    sendAgain((entries) => before.filter(({ key }) => canBePutBack(entries, key)))
  return { id, bringChangesBack }
}

/** Merges and sends the changes of one record that conflict only with changes of other fields. */
async function mergeConflicts(entries: readonly ChangeEntry[]): Promise<void> {
  const isMergeable = (own: readonly ChangeEntry[]) => mergedChange(own)?.overlaps === false
  const [record] = unsentByRecord(entries).find(isMergeable) ?? []
  if (!record) return
  await changes.change((now) =>
    isMergeable(unsentOf(now, record)) ? resolved(now, record, 'mine', newIdempotencyKey()) : {},
  )
  await changes.flush(requestOptions())
}

/** Resolves a conflict, and sends the result.
 * @returns the resulting change if it is still not sent */
export async function resolveConflict(
  record: RecordId,
  choice: Winner,
): Promise<ChangeEntry | undefined> {
  const key = newIdempotencyKey()
  await changes.change((entries) => resolved(entries, record, choice, key))
  await changes.flush(requestOptions())
  return (await changes.entries()).find((entry) => entry.key === key && isUnsent(entry))
}
