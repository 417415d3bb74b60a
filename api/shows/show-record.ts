import type { ObjectId } from 'mongodb'
import { pickFields } from '../contract/record'
import {
  type AdminShow,
  OwnShowFields,
  PublicShowFields,
  type Show,
  type ShowBody,
} from '../contract/shows'
import { compareIds } from '../mongo/object-id'
import type { Keyed } from '../mongo/receipts'
import type { Versioned } from '../mongo/versions'
import { memoize } from '../process/memoize'
import { compareTexts } from '../shared/compare-texts'
import { startOrderOf } from '../shared/start-day'
import type { PendingNews } from './show-news'

export interface ShowRecord extends ShowBody, Versioned, Keyed {
  _id: ObjectId
  updatedAt: Date
  /** The current slug, then the former ones; absent if another program has written the record. */
  slugs?: string[]
  /** How often the public view was changed; absent if it was at every write. */
  sequence?: number
  /** The writes that have not been announced yet. */
  news?: PendingNews[]
}

/** The current slug of a show; its id if it has none. */
export const currentSlug = ({ slugs, _id }: Pick<ShowRecord, 'slugs' | '_id'>): string =>
  slugs?.[0] ?? _id.toHexString()

export const isPublic = ({ visibility }: Pick<ShowBody, 'visibility'>): boolean =>
  (visibility || 'public') === 'public'

/** A show as visitors see it; undefined if they do not. */
export const publicView = (record: ShowRecord | undefined): Show | undefined =>
  record && isPublic(record) ? toShow(record) : undefined

/** Memoized, so that a write among thousands of shows converts only one of them again. */
export const toShow = memoize((record: ShowRecord): Show => {
  const { formerDate, ...fields } = pickFields(PublicShowFields, record)
  return {
    _id: record._id.toHexString(),
    slug: currentSlug(record),
    ...fields,
    ...(formerDate !== undefined && record.status === 'postponed' && { formerDate }),
    updatedAt: record.updatedAt.toISOString(),
  }
})

export const toAdminShow = (record: ShowRecord): AdminShow => ({
  ...toShow(record),
  ...pickFields(OwnShowFields, record),
  version: record.version,
})

/** Compares by `startOrderOf`; shows of one time are in the order in which they were added. */
export const compareShows = (one: ShowRecord, other: ShowRecord): number =>
  compareTexts(startOrderOf(one), startOrderOf(other)) || compareIds(one._id, other._id)

/** How often the public view of a show was changed. */
export const sequenceOf = ({ sequence, version }: ShowRecord): number => sequence ?? version - 1

/** Adds `updatedAt` to a stored show that another program has written without it. */
export const completeShow = (record: ShowRecord): ShowRecord => ({
  ...record,
  updatedAt: record.updatedAt ?? record._id.getTimestamp(),
})
