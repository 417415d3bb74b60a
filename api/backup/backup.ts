import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { BSON, type Collection, type Db, type Document } from 'mongodb'
import { type Pack, pack } from 'tar-stream'
import { backupLeases } from './backup-lease'

/** What is of the moment, and no loss. */
const transient = ['backupLeases', 'uploads']
/** What only this installation needs, and whoever has it can sign tokens with. */
const secretCollections = ['settings', 'revokedTokens', 'loginAttempts']
/** Fields by which passwords could be guessed. */
const secretFields: Record<string, string[]> = { accounts: ['passwordHash', 'environmentHash'] }
const files = 'fs.files'
const chunks = 'fs.chunks'

/** Writes all collections into one file, while the site goes on: a tar of `dump/{database}/{collection}.bson` and
 * `.metadata.json`, as mongodump lays them out and mongorestore reads them, compressed by Zstandard (RFC 8878).
 *
 * Records are read before the files that they name, and no file goes while a backup is under way; so every
 * track in the archive has its whole mp3 in it. The file appears whole or not at all.
 * @param options.withSecrets whether password hashes, and what signs tokens, are in it: not in what is downloaded */
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
  const leftOut = new Set([...transient, ...(withSecrets ? [] : secretCollections)])
  const infos = await db.listCollections({ type: 'collection' }).toArray()
  const names = infos.map(({ name }) => name).filter((name) => !leftOut.has(name))
  // The mp3s last: what names them is in the archive before.
  const records = names.filter((name) => name !== files && name !== chunks && !isSystem(name))
  for (const name of records)
    await addSmall(db, archive, name, withSecrets ? [] : (secretFields[name] ?? []))
  if (!names.includes(files)) return
  const ids = await addSmall(db, archive, files)
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
 * @param without fields that stay out of it
 * @returns the ids of its documents */
async function addSmall(
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

/** Adds the chunks of the files with these ids, streaming: their sizes are asked for first, for a tar tells the
 * size of each entry before it. */
async function addChunks(db: Db, archive: Pack, ids: Document['_id'][]) {
  const collection = db.collection(chunks)
  await addMetadata(archive, collection)
  const ofThese = { files_id: { $in: ids } }
  const [measured] = await collection
    .aggregate<{ size: number }>([
      { $match: ofThese },
      { $group: { _id: null, size: { $sum: { $bsonSize: '$$ROOT' } } } },
    ])
    .toArray()
  const entry = archive.entry({ name: `${folderOf(db)}/${chunks}.bson`, size: measured?.size ?? 0 })
  const cursor = collection.find(ofThese, { raw: true, batchSize: 64 })
  await pipeline(cursor as AsyncIterable<Buffer>, entry)
}
