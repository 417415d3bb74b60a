import { randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BSON, type Db, type Document, type IndexDescription } from 'mongodb'
import { extract } from 'tar-stream'

/** A restore was refused; the message explains why in one sentence. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** Bytes. */
const maxBatchBytes = 8_000_000
/** Collections that exist in every database on which a site was started. */
const requiredCollections = ['accounts', 'shows', 'music']

/** Restores all documents of a backup. The whole archive is validated before anything is deleted.
 * @param isReplacing whether the present content of the database may be deleted
 * @throws RestoreError when the database is not empty and must not be replaced, or the file is not a complete backup */
export async function restoreBackup(db: Db, path: string, isReplacing: boolean): Promise<void> {
  const present = await db.listCollections({ type: 'collection' }).toArray()
  const existing = present.filter(({ name }) => !name.startsWith('system.'))
  const counts = await Promise.all(existing.map(({ name }) => db.collection(name).findOne()))
  if (counts.some((document) => document !== null) && !isReplacing)
    throw new RestoreError(
      'The database is not empty. Say --replace to put the backup in its place.',
    )
  const collections = new Set<string>()
  await readArchive(path, {
    documents: async (collection, source) => {
      collections.add(collection)
      for await (const bytes of documentsOf(source)) BSON.deserialize(bytes)
    },
    metadata: async (_, metadata) => void indexesOf(metadata),
  })
  if (!requiredCollections.every((name) => collections.has(name)))
    throw new RestoreError(`${path} is no backup of a site: it has none of its collections.`)
  for (const { name } of existing) await db.collection(name).drop()
  await readArchive(path, {
    documents: (collection, source) => insertAll(db, collection, source),
    metadata: (collection, metadata) => createIndexes(db, collection, metadata),
  })
  // Invalidates all tokens, so that revoked ones do not become valid again.
  await db.collection('accounts').updateMany({}, { $set: { generation: randomInt(2 ** 48 - 1) } })
}

interface Sink {
  documents: (collection: string, source: AsyncIterable<Uint8Array>) => Promise<void>
  /** @param metadata extended JSON */
  metadata: (collection: string, metadata: string) => Promise<void>
}

/** Reads an archive to its end.
 * @throws RestoreError when it is incomplete, or processing an entry fails */
async function readArchive(path: string, sink: Sink) {
  const archive = extract()
  const unpacked = pipeline(createReadStream(path), createZstdDecompress(), archive)
  const read = readEntries(archive, sink)
  try {
    await Promise.all([unpacked, read])
  } catch (error) {
    if (error instanceof RestoreError) throw error
    throw new RestoreError(`${path} is no whole backup: ${(error as Error).message}`)
  }
}

async function readEntries(archive: ReturnType<typeof extract>, sink: Sink) {
  for await (const entry of archive) {
    const [, collection = '', kind] =
      /^dump\/[^/]+\/(.+)\.(bson|metadata\.json)$/.exec(entry.header.name) ?? []
    if (kind === 'bson') await sink.documents(collection, entry as AsyncIterable<Uint8Array>)
    else if (kind === 'metadata.json') await sink.metadata(collection, await text(entry))
    else entry.resume()
  }
}

const indexesOf = (metadata: string) =>
  (BSON.EJSON.parse(metadata, { relaxed: true }) as { indexes: IndexDescription[] }).indexes

async function createIndexes(db: Db, collection: string, metadata: string) {
  const wanted = indexesOf(metadata).filter(({ name }) => name !== '_id_')
  if (wanted.length === 0) return
  await db.collection(collection).createIndexes(wanted)
}

async function insertAll(db: Db, name: string, source: AsyncIterable<Uint8Array>) {
  const collection = db.collection(name)
  let batch: Document[] = []
  let size = 0
  const insert = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: false })
    batch = []
    size = 0
  }
  for await (const bytes of documentsOf(source)) {
    // Without promotion each number keeps its BSON type.
    batch.push(BSON.deserialize(bytes, { promoteValues: false, promoteLongs: false }))
    size += bytes.length
    if (size >= maxBatchBytes) await insert()
  }
  await insert()
}

/** Splits a stream into BSON documents; each begins with its length (BSON 1.1). */
async function* documentsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let bufferedBytes = 0
  let wanted = 4
  for await (const piece of source) {
    parts.push(piece)
    bufferedBytes += piece.length
    if (bufferedBytes < wanted) continue
    let rest = Buffer.concat(parts)
    while (rest.length >= 4) {
      const length = rest.readInt32LE()
      wanted = length
      if (rest.length < length) break
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
      wanted = 4
    }
    parts = [rest]
    bufferedBytes = rest.length
  }
  if (bufferedBytes > 0) throw new Error('it ends within a document')
}
