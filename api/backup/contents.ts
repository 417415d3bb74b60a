import { BSON, type Db, type Document } from 'mongodb'
import type { MissingRecords } from '../contract/backups'
import { longDate } from '../shared/show-dates'
import { readArchive } from './archive-reader'

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
export async function readContents(path: string, db: Db) {
  const counts = { shows: 0, tracks: 0, songs: 0, pictures: 0, enquiries: 0 }
  const ids = new Set<string>()
  let name: string | undefined
  const { createdAt } = await readArchive(path, {
    async documents(collection, documents) {
      const field = (collection === 'music' ? 'tracks' : collection) as keyof typeof counts
      for await (const bytes of documents) {
        if (field in counts) counts[field] += 1
        if (collection === 'site') name = BSON.deserialize(bytes)['content']?.name ?? name
        if (collection in describe) ids.add(String(BSON.deserialize(bytes)['_id']))
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

async function missingOf(db: Db, kind: MissingRecords['kind'], kept: ReadonlySet<string>) {
  const projection = { date: 1, venue: 1, name: 1, artist: 1, title: 1 }
  const present = db.collection(kind).find({}, { projection, sort: { _id: -1 } })
  const missing = (await present.toArray()).filter(({ _id }) => !kept.has(String(_id)))
  return { kind, count: missing.length, names: missing.slice(0, maxNames).map(describe[kind]) }
}
