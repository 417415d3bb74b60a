import { isDeepStrictEqual } from 'node:util'
import type { Collection, IndexDescription, ObjectId } from 'mongodb'
import { pickFields } from '../contract/record'
import { PublicShowFields, type ShowBody } from '../contract/shows'
import { insertOnce } from '../mongo/receipts'
import { changeVersion, type WriteOptions, withoutEmptyTexts } from '../mongo/versions'
import { type PendingNews, pendingNews } from './show-news'
import {
  completeShow,
  isPublic,
  publicView,
  type ShowRecord,
  sequenceOf,
  toAdminShow,
} from './show-record'
import { slugsIn } from './stored-slugs'

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
  const own = before.status === 'postponed' ? before.formerDate : undefined
  const first = body.formerDate ?? own ?? before.date
  return first === body.date ? '' : first
}

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

export type ShowRepository = ReturnType<typeof createShowRepository>

export const showIndexes: IndexDescription[] = [
  { key: { date: 1, _id: 1 } },
  { key: { slugs: 1 }, unique: true, partialFilterExpression: { slugs: { $exists: true } } },
]

/** The show of a 412 response. Another program may have written it. */
const toCurrent = (stored: ShowRecord) => toAdminShow(completeShow(stored))

/** The writes of the band's shows to MongoDB. */
export function createShowRepository(shows: Collection<Omit<ShowRecord, '_id'>>) {
  const { slugsAfterWrite, slugsAfterRestore, retryWhileSlugIsTaken } = slugsIn(shows)

  return {
    /** @returns the stored show */
    add: (body: ShowBody, { site, key, isDemo, _id }: AddOptions = {}) =>
      retryWhileSlugIsTaken(async () => {
        const slugs = await slugsAfterWrite(body)
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

    slugsAfterRestore,
    retryWhileSlugIsTaken,

    /** Removes news that have been announced.
     * @returns the show; null if it was deleted meanwhile */
    clearNews: async (_id: ObjectId, news: PendingNews[]) => ({
      after: await shows.findOneAndUpdate(
        { _id },
        { $pull: { news: { _id: { $in: news.map((one) => one._id) } } } },
        { returnDocument: 'after' },
      ),
    }),

    /** @throws Problem 404 when there is no such show, 412 when another version is stored */
    change: (_id: ObjectId, body: ShowBody, options: WriteOptions) =>
      retryWhileSlugIsTaken(() =>
        changeVersion<ShowRecord>(shows, _id, options, toCurrent, async (stored) => {
          const before = completeShow(stored)
          const fields = { ...withoutDefaults(body), formerDate: formerDateAfter(before, body) }
          const isSeen = isSeenByVisitors(before, fields)
          return {
            ...fields,
            ...(isSeen && newsAfter(before, body, options.site)),
            slugs: await slugsAfterWrite(body, before),
            ...traceOf(before, isSeen),
          }
        }),
      ),
  }
}
