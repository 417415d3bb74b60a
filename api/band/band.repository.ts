import { isDeepStrictEqual } from 'node:util'
import type { Db, ObjectId } from 'mongodb'
import type { Site, SiteBody } from '../contract/site'
import { Problem } from '../http/problem'
import type { CachedCollections } from '../mongo/cached-collections'
import { openSingleRecord } from '../mongo/single-record'
import { authorship, requireVersion, type Versioned, withoutEmptyTexts } from '../mongo/versions'

/** The values of changed fields before their last change; null if they had none. */
export type PreviousValues = { [Name in keyof Site]?: Site[Name] | null }

export interface SiteRecord extends Versioned {
  _id: ObjectId
  content: Site
  /** The content that the site began with. */
  initial: Site
  /** The contents before the last changes, oldest first. */
  earlier: Site[]
  /** Kept longer than `earlier`. */
  before?: PreviousValues
  /** A domain that makes the UIDs of calendar entries unique. It never changes. */
  calendarDomain: string
  updatedAt: Date
}

/** How many changes can be taken back. The current, the first, the earlier and the previous contents, each of the greatest length,
 * fit into a document of 16 MB. */
const maxEarlier = 5

const nothingToUndo = () =>
  new Problem(409, `There is no change to take back. The last ${maxEarlier} are kept.`)

/** The former values of the fields that differ. */
export const changedFields = (before: Site, after: Site): PreviousValues =>
  Object.fromEntries(
    (Object.keys({ ...before, ...after }) as (keyof Site)[])
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, before[name] ?? null]),
  )

/** What the record of the site needs. */
export interface SiteStorage {
  db: Db
  collections: CachedCollections
  /** What a new site starts with. */
  first: { content: Site; calendarDomain: string }
}

/** The band's words in MongoDB: one record, of which each write replaces the whole content. */
export async function openSiteRepository({ db, collections, first }: SiteStorage) {
  const { content: initial } = first
  const { current, change } = await openSingleRecord<SiteRecord>({
    db,
    collections,
    name: 'site',
    first: { ...first, initial, earlier: [], updatedAt: new Date(), version: 1 },
    publicView: ({ content }) => content,
  })

  /** @param versions the stored version must be one of these; undefined accepts any
   * @throws Problem 412 when another version is stored */
  const replace = (
    versions: number[] | undefined,
    next: (record: SiteRecord) => Pick<SiteRecord, 'content' | 'earlier'>,
  ) =>
    change((record) => {
      const { content, version } = record
      requireVersion(record, versions, () => ({ ...content, version }))
      const replaced = next(record)
      if (isDeepStrictEqual(replaced.content, content)) return
      const before = { ...record.before, ...changedFields(content, replaced.content) }
      return { $set: { ...replaced, before, ...authorship(), updatedAt: new Date() } }
    })

  return {
    current,

    /** @param changes an empty text clears its field */
    change: (changes: SiteBody, versions?: number[]) =>
      replace(versions, ({ content, earlier }) => ({
        content: withoutEmptyTexts({ ...content, ...changes }) as Site,
        earlier: [...earlier, content].slice(-maxEarlier),
      })),

    /** Takes the last change back.
     * @throws Problem 409 if there is none, 412 when another version is stored */
    undo: (versions?: number[]) =>
      replace(versions, ({ earlier }) => {
        const content = earlier.at(-1)
        if (!content) throw nothingToUndo()
        return { content, earlier: earlier.slice(0, -1) }
      }),
  }
}
