import type { Enquiry, EnquiryBox } from '../../../../api/contract/enquiries'
import { boxOf } from '../../../../api/shared/enquiry-box'
import {
  type ChangeEntry,
  type ChangeKind,
  isUnsent,
  unsentByRecord,
} from '../../../offline/change-rules'

/** What a list shows of an unsent change of a record. */
export interface WaitingMark {
  /** The label in the list; undefined if all is sent. */
  waiting?: 'Waiting' | 'Changed elsewhere' | 'Deleted elsewhere' | 'Not accepted'
}

/** The records of a list as the band's changes on this phone make them; new ones come last.
 * @param items the records as the site has them */
export function withChanges<Item extends { _id: string; version?: number }>(
  items: readonly Item[],
  entries: readonly ChangeEntry[],
  kind: ChangeKind,
): readonly (Item & WaitingMark)[] {
  const ofKind = entries.filter((entry) => entry.kind === kind && entry.shownAt === undefined)
  if (ofKind.length === 0) return items
  const known = new Set(items.map(({ _id }) => _id))
  const added = new Set(ofKind.map(({ id }) => id).filter((id) => !known.has(id)))
  return [...items, ...[...added].map((id) => ({ _id: id }) as Item)].map((item) => {
    const own = ofKind.filter(({ id }) => id === item._id)
    return own.length > 0 ? changed(item, own) : item
  })
}

function changed<Item extends { _id: string; version?: number }>(
  item: Item,
  own: readonly ChangeEntry[],
): Item & WaitingMark {
  const unsent = own.filter(isUnsent)
  const stored = own.findLast(({ state }) => state === 'sent')?.stored as Item | undefined
  // Nights off have no version, so the stored ones count as newer.
  const isNewer = (stored?.version ?? 0) > (item.version ?? -1)
  const latest = unsent.at(-1)
  if (!latest) return isNewer ? { ...item, ...stored } : item
  const { _id } = item
  // The version that the change is based on: the list may have one that the person has not seen.
  const version = unsent[0]?.version ?? (isNewer ? stored?.version : item.version)
  return {
    ...(latest.preview as Item),
    _id,
    ...(version !== undefined && { version }),
    waiting: markOf(unsent.find(({ state }) => state !== 'waiting')),
  }
}

/** @param stuck the first change that can't be sent */
function markOf(stuck: ChangeEntry | undefined): Required<WaitingMark>['waiting'] {
  if (!stuck) return 'Waiting'
  if (stuck.state === 'refused') return 'Not accepted'
  return stuck.current ? 'Changed elsewhere' : 'Deleted elsewhere'
}

/** The number of enquiries in a box after the unsent changes of this device.
 * @param count the number that the site has counted */
export function countWithChanges(
  count: number,
  box: EnquiryBox,
  entries: readonly ChangeEntry[],
): number {
  const isIn = (enquiry: object | undefined) =>
    Number(enquiry !== undefined && boxOf(enquiry as Enquiry) === box)
  const moved = unsentByRecord(entries.filter(({ kind }) => kind === 'enquiry')).map((changes) => {
    const [first] = changes
    // After a conflict, the site's count includes `current`, or nothing if the enquiry was deleted.
    const stored = first?.state === 'conflict' ? first.current : first?.original
    return isIn(changes.at(-1)?.preview) - isIn(stored)
  })
  // The count may be older than a change that was just sent.
  return Math.max(
    0,
    moved.reduce((sum, one) => sum + one, count),
  )
}

/** The tracks in the order that waits on this phone, if there is one. */
export function inWaitingOrder<Item extends { _id: string }>(
  tracks: readonly Item[],
  entries: readonly ChangeEntry[],
): readonly Item[] {
  const latest = entries.findLast(
    ({ kind, state }) => kind === 'track order' && (state === 'waiting' || state === 'sent'),
  )
  if (!latest) return tracks
  const { ids } = latest.preview as { ids: readonly string[] }
  const placeOf = ({ _id }: Item) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length)
  return tracks.toSorted((one, other) => placeOf(one) - placeOf(other))
}
