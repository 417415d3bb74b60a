import { BSON, type Db, type Document } from 'mongodb'
import type { BackupContents, MissingRecords } from '../contract/backups'
import { longDate } from '../shared/show-dates'
import { readArchive } from './archive-reader'

/** The fields with the number of records, by their collection. */
const counted = {
  shows: 'shows',
  music: 'tracks',
  songs: 'songs',
  pictures: 'pictures',
  enquiries: 'enquiries',
} as const

/** Describes a record for people, by its collection. The records of these collections are compared with the backup's. */
const describe: Readonly<Record<MissingRecords['kind'], (record: Document) => string>> = {
  shows: ({ date, venue }) => `${longDate(String(date))} at ${venue}`,
  music: ({ name, artist }) => `${name} by ${artist}`,
  songs: ({ title, artist }) => `${title} by ${artist}`,
  enquiries: ({ name }) => String(name),
}
const kinds = Object.keys(describe) as MissingRecords['kind'][]

/** The most descriptions of missing records of one kind. */
const maxNames = 5

/** Reads a backup to its end, compares it with its manifest, and finds the current records that it lacks.
 * @throws RestoreError if it is damaged or of a newer version */
export async function readContents(
  path: string,
  db: Db,
): Promise<{ contents: BackupContents; missing: MissingRecords[] }> {
  const counts = { shows: 0, tracks: 0, songs: 0, pictures: 0, enquiries: 0 }
  const ids = new Set<string>()
  let name: string | undefined
  const { createdAt } = await readArchive(path, {
    async documents(collection, documents) {
      const field = counted[collection as keyof typeof counted]
      const isNeeded = collection === 'site' || collection in describe
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
  const missing = await Promise.all(kinds.map((kind) => missingOf(db, kind, ids)))
  return {
    contents: { createdAt, ...counts, ...(name !== undefined && { name }) },
    missing: missing.filter(({ count }) => count > 0),
  }
}

async function missingOf(
  db: Db,
  kind: MissingRecords['kind'],
  kept: ReadonlySet<string>,
): Promise<MissingRecords> {
  const names: string[] = []
  let count = 0
  const projection = { date: 1, venue: 1, name: 1, artist: 1, title: 1 }
  for await (const record of db.collection(kind).find({}, { projection, sort: { _id: -1 } })) {
    if (kept.has(String(record._id))) continue
    count += 1
    if (names.length < maxNames) names.push(describe[kind](record))
  }
  return { kind, count, names }
}
