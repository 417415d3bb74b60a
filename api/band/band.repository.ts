import { isDeepStrictEqual } from 'node:util'
import { type Collection, ObjectId } from 'mongodb'
import type { Site, SiteBody } from '../contract/site'
import { Problem } from '../http/problem'
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

/** The id of the only record. */
const _id = new ObjectId('000000000000000000000001')
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

/** The band's words in MongoDB: one record, of which each write replaces the whole content. */
export function openSiteRepository(collection: Collection<SiteRecord>) {
  /** Replaces the content; retries if another process has written meanwhile.
   * @param versions the stored version must be one of these; undefined accepts any
   * @throws Problem 412 when another version is stored */
  async function replace(
    versions: number[] | undefined,
    next: (record: SiteRecord) => Pick<SiteRecord, 'content' | 'earlier'>,
  ): Promise<SiteRecord> {
    const record = await collection.findOne({ _id })
    if (!record) throw new Error('The record of the site is missing.')
    const { content, version } = record
    requireVersion(record, versions, () => ({ ...content, version }))
    const replaced = next(record)
    if (isDeepStrictEqual(replaced.content, content)) return record
    const changes = {
      ...replaced,
      before: { ...record.before, ...changedFields(content, replaced.content) },
      ...authorship(),
      updatedAt: new Date(),
      version: version + 1,
    }
    const { matchedCount } = await collection.updateOne({ _id, version }, { $set: changes })
    return matchedCount === 1 ? { ...record, ...changes } : replace(versions, next)
  }

  return {
    read: () => collection.find({ _id }).toArray(),

    /** Stores the first content, unless there is a record. */
    async prepare(content: Site, calendarDomain: string): Promise<void> {
      const first = {
        content,
        initial: content,
        calendarDomain,
        earlier: [],
        updatedAt: new Date(),
        version: 1,
      }
      await collection.updateOne({ _id }, { $setOnInsert: first }, { upsert: true })
    },

    /** @param changes an empty text clears its field */
    change: (changes: SiteBody, versions: number[] | undefined): Promise<SiteRecord> =>
      replace(versions, ({ content, earlier }) => ({
        content: withoutEmptyTexts({ ...content, ...changes }) as Site,
        earlier: [...earlier, content].slice(-maxEarlier),
      })),

    /** Takes the last change back.
     * @throws Problem 409 if there is none, 412 when another version is stored */
    undo: (versions: number[] | undefined): Promise<SiteRecord> =>
      replace(versions, ({ earlier }) => {
        const content = earlier.at(-1)
        if (!content) throw nothingToUndo()
        return { content, earlier: earlier.slice(0, -1) }
      }),
  }
}
