import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { BSON, type Collection, type Db, type Document } from 'mongodb'
import { type Pack, pack } from 'tar-stream'
import { backupLeases } from './backup-lease'

/** Collections with short-lived data that no backup needs. */
const transientCollections = ['backupLeases', 'uploads']
/** Collections that only this installation needs; they include the key that signs tokens. */
const secretCollections = ['settings', 'revokedTokens', 'loginAttempts']
/** Fields with hashes from which passwords could be guessed. */
const secretFields: Record<string, string[]> = { accounts: ['passwordHash', 'environmentHash'] }
const files = 'fs.files'
const chunks = 'fs.chunks'

/** Writes all collections into one file while the site is running: a tar of `dump/{database}/{collection}.bson` and
 * `.metadata.json`, the layout of mongodump and mongorestore, compressed with Zstandard (RFC 8878).
 *
 * Records are read before the files that they refer to, and no file is deleted during a backup, so the archive contains
 * the complete mp3 of each of its tracks. The file is written atomically: complete or not at all.
 * @param options.withSecrets whether to include password hashes and the key that signs tokens; downloadable backups
 * must not include them */
export async function writeBackup(
  db: Db,
  path: string,
  { withSecrets }: { withSecrets: boolean },
): Promise<void> {
  const unfinished = `${path}.part`
  try {
    await backupLeases(db).during(() => writeArchive(db, unfinished, withSecrets))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeArchive(db: Db, path: string, withSecrets: boolean) {
  const archive = pack()
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  const written = pipeline(archive, zstd, createWriteStream(path, { mode: 0o600 }))
  const added = addCollections(db, archive, withSecrets).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  )
  await Promise.all([added, written])
}

async function addCollections(db: Db, archive: Pack, withSecrets: boolean) {
  const excluded = new Set([...transientCollections, ...(withSecrets ? [] : secretCollections)])
  const infos = await db.listCollections({ type: 'collection' }).toArray()
  const names = infos.map(({ name }) => name).filter((name) => !excluded.has(name))
  // The mp3s are added last, after the records that refer to them.
  const records = names.filter((name) => name !== files && name !== chunks && !isSystem(name))
  for (const name of records)
    await addCollection(db, archive, name, withSecrets ? [] : (secretFields[name] ?? []))
  if (!names.includes(files)) return
  const ids = await addCollection(db, archive, files)
  await addChunks(db, archive, ids)
}

const isSystem = (name: string) => name.startsWith('system.')

const folderOf = (db: Db) => `dump/${db.databaseName}`

async function addMetadata(archive: Pack, collection: Collection) {
  const indexes = await collection.listIndexes().toArray()
  const metadata = {
    options: {},
    indexes,
    collectionName: collection.collectionName,
    type: 'collection',
  }
  archive.entry(
    { name: `dump/${collection.dbName}/${collection.collectionName}.metadata.json` },
    BSON.EJSON.stringify(metadata, { relaxed: false }),
  )
}

/** Adds a collection that fits in memory.
 * @param without fields to leave out
 * @returns the ids of its documents */
async function addCollection(
  db: Db,
  archive: Pack,
  name: string,
  without: string[] = [],
): Promise<Document['_id'][]> {
  const projection = Object.fromEntries(without.map((field) => [field, 0]))
  const collection = db.collection(name)
  await addMetadata(archive, collection)
  const found = await collection.find({}, { raw: true, projection }).toArray()
  const documents = found as unknown as Buffer[]
  archive.entry({ name: `${folderOf(db)}/${name}.bson` }, Buffer.concat(documents))
  return documents.map((document) => BSON.deserialize(document)['_id'])
}

/** Adds the chunks of the files with these ids as a stream. Their total size is queried first, because a tar header
 * contains the size of its entry. */
async function addChunks(db: Db, archive: Pack, ids: Document['_id'][]) {
  const collection = db.collection(chunks)
  await addMetadata(archive, collection)
  const chunkFilter = { files_id: { $in: ids } }
  const [measured] = await collection
    .aggregate<{ size: number }>([
      { $match: chunkFilter },
      { $group: { _id: null, size: { $sum: { $bsonSize: '$$ROOT' } } } },
    ])
    .toArray()
  const entry = archive.entry({ name: `${folderOf(db)}/${chunks}.bson`, size: measured?.size ?? 0 })
  const cursor = collection.find(chunkFilter, { raw: true, batchSize: 64 })
  await pipeline(cursor as AsyncIterable<Buffer>, entry)
}
