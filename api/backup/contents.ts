import { BSON, type Db, type Document } from 'mongodb'
import type { BackupContents, LostRecords } from '../contract/backups'
import { longDate } from '../shared/show-dates'
import { readArchive } from './archive-reader'

/** The fields with the number of records, by their collection. */
const counted = {
  shows: 'shows',
  music: 'tracks',
  pictures: 'pictures',
  enquiries: 'enquiries',
} as const

/** How people know a record, by its collection; the present ones are compared with those of a backup. */
const nameOf: Readonly<Record<LostRecords['kind'], (record: Document) => string>> = {
  shows: ({ date, venue }) => `${longDate(String(date))} at ${venue}`,
  music: ({ name, artist }) => `${name} by ${artist}`,
  enquiries: ({ name }) => String(name),
}
const kinds = Object.keys(nameOf) as LostRecords['kind'][]

/** The most names of lost records of one kind. */
const maxNames = 5

/** Reads a backup to its end, compares it with its manifest, and finds the present records that it does not contain.
 * @throws RestoreError if it is damaged or of a newer version */
export async function readContents(
  path: string,
  db: Db,
): Promise<{ contents: BackupContents; lost: LostRecords[] }> {
  const counts = { shows: 0, tracks: 0, pictures: 0, enquiries: 0 }
  const ids = new Set<string>()
  let name: string | undefined
  const { createdAt } = await readArchive(path, {
    async documents(collection, documents) {
      const field = counted[collection as keyof typeof counted]
      const isNeeded = collection === 'site' || collection in nameOf
      for await (const bytes of documents) {
        if (field) counts[field] += 1
        if (!isNeeded) continue
        const record = BSON.deserialize(bytes)
        if (collection === 'site') name = record['content']?.name ?? name
        else ids.add(String(record['_id']))
      }
    },
    indexes: () => Promise.resolve(),
  })
  const lost = await Promise.all(kinds.map((kind) => lostOf(db, kind, ids)))
  return {
    contents: { createdAt, ...counts, ...(name !== undefined && { name }) },
    lost: lost.filter(({ count }) => count > 0),
  }
}

async function lostOf(
  db: Db,
  kind: LostRecords['kind'],
  kept: ReadonlySet<string>,
): Promise<LostRecords> {
  const names: string[] = []
  let count = 0
  const projection = { date: 1, venue: 1, name: 1, artist: 1 }
  for await (const record of db.collection(kind).find({}, { projection, sort: { _id: -1 } })) {
    if (kept.has(String(record._id))) continue
    count += 1
    if (names.length < maxNames) names.push(nameOf[kind](record))
  }
  return { kind, count, names }
}
