import type { Collection } from 'mongodb'
import type { ShowBody } from '../contract/shows'
import { isDuplicateKey } from '../mongo/database'
import { isPublic, type ShowRecord } from './show-record'
import { freeSlug, hiddenSlug, isHiddenSlug, publicSlugs, slugOf } from './show-slug'

/** Operations on the slugs of the band's shows in MongoDB. */
export function slugsIn(shows: Collection<Omit<ShowRecord, '_id'>>) {
  /** The slugs of a show after a write. A show that is not public has a slug without words, so that nobody can guess that
   * it exists; the slugs that were public once are retained.
   * @param before the stored record; undefined for a new show */
  async function slugsAfterWrite(body: ShowBody, before?: ShowRecord): Promise<string[]> {
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
  async function retryWhileSlugIsTaken<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } catch (error) {
      if (isDuplicateKey(error, 'slugs')) return retryWhileSlugIsTaken(write)
      throw error
    }
  }

  /** The slugs of a restored show: its own that no other show has taken meanwhile, after a new one if its current slug is taken. */
  async function slugsAfterRestore(record: ShowRecord): Promise<string[]> {
    const known = record.slugs ?? []
    const others = await shows.find({ slugs: { $in: known } }).toArray()
    const taken = new Set(others.flatMap(({ slugs = [] }) => slugs))
    const own = known.filter((slug) => !taken.has(slug))
    if (own[0] !== undefined && own[0] === known[0]) return own
    return [...new Set([...(await slugsAfterWrite(record)), ...own])]
  }

  return { slugsAfterWrite, slugsAfterRestore, retryWhileSlugIsTaken }
}
