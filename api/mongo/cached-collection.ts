import type { ObjectId } from 'mongodb'
import pLimit from 'p-limit'
import { type Clock, systemClock } from '../process/clock'
import type { ChangeWatch } from './change-watch'
import { compareIds } from './object-id'

export interface Stored {
  _id: ObjectId
}

/** The records of a collection, held in memory and sorted. Writes run one after the other, so that the memory matches
 * the database even if its responses arrive out of order. */
export interface CachedCollection<Kind extends Stored> {
  /** The current records: another array whenever they change. Records that a write did not change keep their object
   * identity. */
  items(): readonly Kind[]
  /** @param id an ObjectId in hexadecimal */
  find(id: string): Kind | undefined
  /** Increases whenever the public view of the records changes. */
  publicVersion(): number
  /** Runs a write that reports its changes, so that the collection need not be read again.
   * @returns the result of `work` */
  write<Result>(work: (changes: Changes<Kind>) => Promise<Result>): Promise<Result>
  /** Reads the collection again. A read that fails is logged and repeated later. */
  refresh(): Promise<void>
  /** Cancels pending retries. */
  stop(): void
}

export interface Changes<Kind> {
  /** Adds a record, or replaces the record with the same id. */
  put(record: Kind): void
  remove(id: ObjectId): void
}

export interface CollectionOptions<Kind> {
  read: () => Promise<Kind[]>
  /** Compares two records, as for `Array.prototype.sort`; by default, the older one comes first. */
  compare?: (one: Kind, other: Kind) => number
  /** The part of a record that everyone may read; undefined if there is none. By default, the whole record. */
  publicView?: (record: Kind) => object | undefined
  /** Called after each change of the records with all of them. */
  onChange?: (items: readonly Kind[]) => void
}

interface Dependencies<Kind> extends CollectionOptions<Kind> {
  changes: ChangeWatch
  /** Called when a read fails. */
  onError: (error: unknown) => void
  clock?: Clock
}

const byAge = (one: Stored, other: Stored) => compareIds(one._id, other._id)

/** Milliseconds. */
const retryAfter = 1_000

/** Reads a collection into memory and keeps it current. */
export async function createCachedCollection<Kind extends Stored>(
  dependencies: Dependencies<Kind>,
): Promise<CachedCollection<Kind>> {
  const { read, changes, onError, onChange, clock = systemClock } = dependencies
  const { compare = byAge, publicView = (record: Kind) => record } = dependencies
  let items: readonly Kind[] = []
  let publicVersion = 1
  let isStopped = false
  let cancelRetry = () => {}
  let pendingRefresh: Promise<void> | undefined
  const enqueue = pLimit(1)

  /** Replaces the records.
   * @param before those of the replaced records that may differ
   * @param after those of the new records that may differ */
  function set(changed: readonly Kind[], before: readonly Kind[], after: readonly Kind[]) {
    const publicText = (records: readonly Kind[]) =>
      JSON.stringify(records.flatMap((record) => publicView(record) ?? []))
    items = changed
    if (publicText(before) !== publicText(after)) publicVersion += 1
    onChange?.(changed)
  }

  /** The index at which a record belongs, by binary search: a comparison with each of 10,000 records takes 15 ms. */
  function insertionIndex(record: Kind, others: readonly Kind[]): number {
    let [first, end] = [0, others.length]
    while (first < end) {
      const middle = (first + end) >> 1
      if (compare(record, others[middle] as Kind) < 0) end = middle
      else first = middle + 1
    }
    return first
  }

  const without = (id: ObjectId) => items.filter(({ _id }) => !_id.equals(id))
  const only = (id: ObjectId) => items.filter(({ _id }) => _id.equals(id))
  const list: Changes<Kind> = {
    put(record) {
      const others = without(record._id)
      set(others.toSpliced(insertionIndex(record, others), 0, record), only(record._id), [record])
    },
    remove: (id) => set(without(id), only(id), []),
  }

  /** Requests are merged into a refresh that is already queued. */
  function refresh(): Promise<void> {
    pendingRefresh ??= enqueue(async () => {
      pendingRefresh = undefined
      cancelRetry()
      try {
        const found = (await read()).sort(compare)
        if (JSON.stringify(found) !== JSON.stringify(items)) set(found, items, found)
      } catch (error) {
        onError(error)
        refreshLater()
      }
    })
    return pendingRefresh
  }

  function refreshLater() {
    cancelRetry()
    if (isStopped) return
    cancelRetry = clock.after(retryAfter, () => void refresh())
  }

  // Subscribes first, so that no write is missed between the first read and the subscription.
  changes.subscribe(() => void refresh())
  await enqueue(async () => {
    items = (await read()).sort(compare)
  })

  return {
    items: () => items,
    find: (id) => items.find(({ _id }) => _id.toHexString() === id),
    publicVersion: () => publicVersion,
    async write(work) {
      const result = await enqueue(async () => {
        try {
          return await work(list)
        } catch (error) {
          // The database may have stored the write despite the error.
          refreshLater()
          void changes.announce()
          throw error
        }
      })
      await changes.announce()
      return result
    },
    refresh,
    stop() {
      isStopped = true
      cancelRetry()
    },
  }
}
