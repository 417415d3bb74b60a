import { Readable } from 'node:stream'
import { BSON, type Collection, type Db, type Document, type ObjectId } from 'mongodb'
import type { ArchiveWriter } from './archive-writer'
import { chunksName, collectionsOf, filesName, withoutSecrets } from './collections'
import type { ArchivedFile } from './manifest'

/** A file as GridFS describes it. */
interface FileRecord {
  _id: ObjectId
  filename: string
  length: number
  chunkSize: number
  metadata: { sha256: string }
}

/** Adds all records of a site to an archive: each collection with its indexes. The list of files comes last, after the
 * records that refer to them. */
export async function addRecords(db: Db, writer: ArchiveWriter, withSecrets: boolean) {
  const present = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(nameOf))
  const names = collectionsOf(withSecrets).filter((name) => present.has(name))
  for (const name of names) await addIndexes(db.collection(name), writer)
  const records = names.filter((name) => name !== filesName && name !== chunksName)
  for (const name of [...records, filesName].filter((name) => present.has(name))) {
    const documents = rawDocuments(db.collection(name), withSecrets ? {} : withoutSecrets[name])
    await writer.addRecords(`dump/${db.databaseName}/${name}.bson`, documents)
  }
}

const nameOf = ({ name }: { name: string }) => name

async function addIndexes(collection: Collection, writer: ArchiveWriter) {
  const { dbName, collectionName } = collection
  const metadata = {
    options: {},
    indexes: await collection.listIndexes().toArray(),
    collectionName,
    type: 'collection',
  }
  const text = BSON.EJSON.stringify(metadata, { relaxed: false })
  const path = `dump/${dbName}/${collectionName}.metadata.json`
  await writer.addRecords(path, Readable.from([Buffer.from(text)]))
}

/** The documents of a collection as BSON, in the order of their ids. */
export async function* rawDocuments(collection: Collection, projection: Document = {}) {
  const cursor = collection.find({}, { raw: true, projection, sort: { _id: 1 } })
  for await (const document of cursor) yield document as unknown as Uint8Array
}

/** The files in GridFS. */
export async function listFiles(db: Db): Promise<(ArchivedFile & { name: string })[]> {
  const found = await db.collection<FileRecord>(filesName).find().sort({ _id: 1 }).toArray()
  return found.map(({ _id, filename, length, chunkSize, metadata }) => ({
    id: _id.toHexString(),
    name: filename,
    size: length,
    chunkSize,
    sha256: metadata.sha256,
  }))
}
