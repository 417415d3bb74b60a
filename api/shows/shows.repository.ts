import type { Db, ObjectId } from 'mongodb'
import { pickFields } from '../contract/record'
import { type AdminShow, PublicShowFields, type Show, type ShowBody } from '../contract/shows'
import { notFound, Problem } from '../http/problem'
import { isDuplicateKey } from '../mongo/database'
import { compareIds } from '../mongo/object-id'
import { createKeyIndex, insertOnce, type Keyed } from '../mongo/receipts'
import { changeVersion, type Versioned, withoutEmptyTexts, withVersion } from '../mongo/versions'
import { freeSlug, hiddenSlug, isHiddenSlug, publicSlugs, slugOf } from './show-slug'

export interface ShowRecord extends ShowBody, Versioned, Keyed {
  _id: ObjectId
  updatedAt: Date
  /** The current slug, then the former ones; absent if another program has written the record. */
  slugs?: string[]
}

/** The current slug of a show; its id if it has none. */
export const currentSlug = ({ slugs, _id }: Pick<ShowRecord, 'slugs' | '_id'>): string =>
  slugs?.[0] ?? _id.toHexString()

export const isPublic = ({ visibility = 'public' }: ShowRecord): boolean => visibility === 'public'

export const toShow = (record: ShowRecord): Show => {
  const { formerDate, ...fields } = pickFields(PublicShowFields, record)
  return {
    _id: record._id.toHexString(),
    slug: currentSlug(record),
    ...fields,
    ...(formerDate !== undefined && record.status === 'postponed' && { formerDate }),
    updatedAt: record.updatedAt.toISOString(),
  }
}

export const toAdminShow = (record: ShowRecord): AdminShow => ({
  ...toShow(record),
  ...(record.visibility !== undefined && { visibility: record.visibility }),
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

/** A show before and after a change. */
export interface ShowChange {
  before: ShowRecord
  after: ShowRecord
}

/** The band's shows in MongoDB. */
export async function openShowRepository(db: Db) {
  const shows = db.collection<Omit<ShowRecord, '_id'>>('shows')
  await shows.createIndex({ date: 1, _id: 1 })
  await shows.createIndex(
    { slugs: 1 },
    { unique: true, partialFilterExpression: { slugs: { $exists: true } } },
  )
  await createKeyIndex(shows)

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
      if (isDuplicateKey(error)) return withFreeSlug(write)
      throw error
    }
  }

  /** Tries to change a show.
   * @returns undefined if the record has changed meanwhile and the caller accepts any version; the caller then repeats it
   * @throws as `change` */
  async function tryChange(
    _id: ObjectId,
    body: ShowBody,
    versions: number[] | undefined,
  ): Promise<ShowChange | undefined> {
    const stored = await shows.findOne({ _id })
    if (!stored) throw notFound()
    const before = withVersion<ShowRecord>(stored)
    // The changes depend on the stored record, so it must still be the same when they are written.
    const expected = stored.version === undefined ? undefined : [stored.version]
    const changes = {
      ...withoutDefaults(body),
      formerDate: formerDateAfter(before, body),
      slugs: await slugsFor(body, before),
      updatedAt: new Date(),
    }
    try {
      return await changeVersion(shows, _id, versions ?? expected, changes, toAdminShow)
    } catch (error) {
      const hasChanged = error instanceof Problem && error.status === 412
      if (versions || !hasChanged) throw error
      return undefined
    }
  }

  return {
    list: (): Promise<ShowRecord[]> =>
      shows
        .find()
        // Another program may have written a record without these fields.
        .map((record) => ({
          ...withVersion(record),
          updatedAt: record.updatedAt ?? record._id.getTimestamp(),
        }))
        .toArray(),

    /** @param key the Idempotency-Key: a second show with the same key is not stored
     * @returns the stored show, and whether this call stored it */
    add: (body: ShowBody, key?: string): Promise<{ record: ShowRecord; isFirst: boolean }> =>
      withFreeSlug(async () => {
        const slugs = await slugsFor(body)
        const fields = withoutEmptyTexts(withoutDefaults(body)) as ShowBody
        const record = { ...fields, slugs, version: 1, updatedAt: new Date() }
        return insertOnce(shows, record, key)
      }),

    /** @param versions one of them must be stored; undefined for any
     * @throws Problem 404 when there is no such show, 412 when another version is stored */
    async change(_id: ObjectId, body: ShowBody, versions?: number[]): Promise<ShowChange> {
      while (true) {
        const change = await withFreeSlug(() => tryChange(_id, body, versions))
        if (change) return change
      }
    },

    /** @throws Problem 404 when there is no such show */
    async remove(_id: ObjectId): Promise<ShowRecord> {
      const removed = await shows.findOneAndDelete({ _id })
      if (!removed) throw notFound()
      return removed
    },
  }
}
