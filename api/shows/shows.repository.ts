import { isDeepStrictEqual } from 'node:util'
import type { Collection, ObjectId } from 'mongodb'
import { pickFields } from '../contract/record'
import {
  type AdminShow,
  OwnShowFields,
  PublicShowFields,
  type Show,
  type ShowBody,
} from '../contract/shows'
import { notFound, Problem } from '../http/problem'
import { isDuplicateKey } from '../mongo/database'
import { compareIds } from '../mongo/object-id'
import { insertOnce, type Keyed } from '../mongo/receipts'
import {
  changeVersion,
  isRepeated,
  keyOfChange,
  requireVersion,
  type Versioned,
  withoutEmptyTexts,
  withVersion,
} from '../mongo/versions'
import { memoize } from './memoize'
import { type PendingNews, pendingNews } from './show-news'
import { freeSlug, hiddenSlug, isHiddenSlug, publicSlugs, slugOf } from './show-slug'

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

/** By date and time ascending; a show without a time before the others of its day, and shows of one time in the order
 * in which they were added. */
export function compareShows(one: ShowRecord, other: ShowRecord): number {
  const [oneTime, otherTime] = [one, other].map(({ date, startsAt = '' }) => `${date} ${startsAt}`)
  if (oneTime !== otherTime) return (oneTime ?? '') < (otherTime ?? '') ? -1 : 1
  return compareIds(one._id, other._id)
}

/** The body without default values: an absent field means the same. */
const withoutDefaults = ({ status, visibility, ...body }: ShowBody) => ({
  ...body,
  ...(status !== undefined && { status: status === 'scheduled' ? ('' as const) : status }),
  ...(visibility !== undefined && {
    visibility: visibility === 'public' ? ('' as const) : visibility,
  }),
})

/** The original date of a postponed show after a change: from the change, or the date before it was first postponed; an
 * empty text clears it. */
function formerDateAfter(before: ShowRecord, body: ShowBody): string | undefined {
  const status = body.status ?? before.status
  if (status !== 'postponed') return ''
  if (body.formerDate !== undefined) return body.formerDate
  const first = (before.status === 'postponed' && before.formerDate) || before.date
  return first === body.date ? '' : first
}

/** How often the public view of a show was changed. */
export const sequenceOf = ({ sequence, version }: ShowRecord): number => sequence ?? version - 1

/** What visitors can learn about the time of a change. Nothing that they get may tell that the band has written something
 * for itself. */
const traceOf = (before: ShowRecord, isSeen: boolean) => ({
  updatedAt: isSeen ? new Date() : before.updatedAt,
  sequence: sequenceOf(before) + Number(isSeen),
})

/** Whether a change is in the public view of a show, before or after it. */
function isSeenByVisitors(before: ShowRecord, fields: object): boolean {
  const after = withoutEmptyTexts({ ...before, ...fields }) as ShowRecord
  const view = (record: ShowRecord) => isPublic(record) && pickFields(PublicShowFields, record)
  return !isDeepStrictEqual(view(before), view(after))
}

/** The news of a show after a change. */
function newsAfter(before: ShowRecord, body: ShowBody, site: string): Pick<ShowRecord, 'news'> {
  const { news = [] } = before
  if (!isPublic(before) && !isPublic({ ...before, ...body })) return {}
  return { news: [...news, pendingNews(publicView(before), site)] }
}

interface AddOptions {
  /** The origin of the public site, for the links in messages about the show; undefined if it is not announced. */
  site?: string
  /** The Idempotency-Key: a second show with the same key is not stored. */
  key?: string | undefined
  isDemo?: true
  /** The id of a show that was exported from another site. */
  _id?: ObjectId
}

interface ChangeOptions {
  /** The origin of the public site. */
  site: string
  /** The accepted versions; undefined accepts any. */
  versions?: number[] | undefined
  /** The Idempotency-Key. */
  key?: string | undefined
}

/** A show before and after a change. */
export interface ShowChange {
  before: ShowRecord
  after: ShowRecord
}

/** Completes a stored show; another program may have written it without these fields. */
export const completeShow = (record: ShowRecord): ShowRecord => ({
  ...record,
  updatedAt: record.updatedAt ?? record._id.getTimestamp(),
})

export type ShowRepository = Awaited<ReturnType<typeof openShowRepository>>

/** The writes of the band's shows to MongoDB. */
export async function openShowRepository(shows: Collection<Omit<ShowRecord, '_id'>>) {
  await shows.createIndex({ date: 1, _id: 1 })
  await shows.createIndex(
    { slugs: 1 },
    { unique: true, partialFilterExpression: { slugs: { $exists: true } } },
  )

  /** The slugs of a show after a write. A show that is not public has a slug without words, so that nobody can guess that
   * it exists; the slugs that were public once are retained.
   * @param before the stored record; undefined for a new show */
  async function slugsFor(body: ShowBody, before?: ShowRecord): Promise<string[]> {
    const known = before?.slugs ?? []
    const former = publicSlugs(known)
    // An empty visibility means public; without one, the stored one is kept.
    const visibility = (body.visibility ?? before?.visibility) || 'public'
    if (visibility !== 'public')
      return isHiddenSlug(known[0] ?? '') ? known : [hiddenSlug(), ...former]
    const slug = slugOf(body)
    if (before && isPublic(before) && known[0] !== undefined && slugOf(before) === slug)
      return known
    const others = await shows
      .find({ slugs: { $regex: `^${slug}(-\\d+)?$` }, ...(before && { _id: { $ne: before._id } }) })
      .project<{ slugs: string[] }>({ slugs: 1 })
      .toArray()
    const free = freeSlug(slug, new Set(others.flatMap(({ slugs }) => slugs)))
    return [free, ...former.filter((one) => one !== free)]
  }

  /** Repeats a write that failed because another process has taken the slug at the same time. */
  async function withFreeSlug<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } catch (error) {
      if (isDuplicateKey(error, 'slugs')) return withFreeSlug(write)
      throw error
    }
  }

  /** Tries to change a show.
   * @returns undefined if the record has changed meanwhile; the caller then repeats it
   * @throws as `change` */
  async function tryChange(
    _id: ObjectId,
    body: ShowBody,
    { site, versions, key }: ChangeOptions,
  ): Promise<ShowChange | undefined> {
    const stored = await shows.findOne({ _id })
    if (!stored) throw notFound()
    const before = completeShow(withVersion<ShowRecord>(stored))
    if (isRepeated(before, key)) return { before, after: before }
    requireVersion(before, versions, toAdminShow)
    // The changes depend on the stored record, so it must still be the same when they are written.
    const expected = stored.version === undefined ? undefined : [stored.version]
    const fields = { ...withoutDefaults(body), formerDate: formerDateAfter(before, body) }
    const isSeen = isSeenByVisitors(before, fields)
    const changes = {
      ...fields,
      ...(isSeen && newsAfter(before, body, site)),
      slugs: await slugsFor(body, before),
      ...traceOf(before, isSeen),
      ...keyOfChange(key),
    }
    try {
      return await changeVersion(shows, _id, expected, changes, toAdminShow)
    } catch (error) {
      const hasChanged = error instanceof Problem && error.status === 412
      if (!hasChanged) throw error
      return undefined
    }
  }

  return {
    /** @returns the stored show */
    add: (body: ShowBody, { site, key, isDemo, _id }: AddOptions = {}) =>
      withFreeSlug(async () => {
        const slugs = await slugsFor(body)
        const fields = withoutEmptyTexts(withoutDefaults(body)) as ShowBody
        const isNews = site !== undefined && isPublic(body)
        const record = {
          ...fields,
          slugs,
          version: 1,
          updatedAt: new Date(),
          ...(isDemo && { isDemo }),
          ...(_id && { _id }),
          ...(isNews && { news: [pendingNews(undefined, site)] }),
        }
        return insertOnce<ShowRecord>(shows as never, record as ShowRecord, key)
      }),

    /** The slugs with which a deleted show returns: its own, as far as no other show has taken them. */
    async freeSlugs(record: ShowRecord): Promise<string[]> {
      const known = record.slugs ?? []
      const others = await shows.find({ slugs: { $in: known } }).toArray()
      const taken = new Set(others.flatMap(({ slugs = [] }) => slugs))
      const own = known.filter((slug) => !taken.has(slug))
      if (own[0] !== undefined && own[0] === known[0]) return own
      return [...new Set([...(await slugsFor(record)), ...own])]
    },

    withFreeSlug,

    /** Removes news that have been announced.
     * @returns the show; null if it was deleted meanwhile */
    clearNews: async (
      _id: ObjectId,
      news: PendingNews[],
    ): Promise<{ after: ShowRecord | null }> => ({
      after: await shows.findOneAndUpdate(
        { _id },
        { $pull: { news: { _id: { $in: news.map((one) => one._id) } } } },
        { returnDocument: 'after' },
      ),
    }),

    /** @throws Problem 404 when there is no such show, 412 when another version is stored */
    async change(_id: ObjectId, body: ShowBody, options: ChangeOptions): Promise<ShowChange> {
      while (true) {
        const change = await withFreeSlug(() => tryChange(_id, body, options))
        if (change) return change
      }
    },
  }
}
