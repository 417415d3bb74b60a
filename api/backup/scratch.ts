import { createHash } from 'node:crypto'
import {
  BSON,
  type Db,
  type Document,
  type IndexDescription,
  MongoServerError,
  ObjectId,
} from 'mongodb'
import { type ChunkRecord, filePieces } from '../mongo/file-pieces'
import { isIntact } from '../process/measured-stream'
import { RestoreError, readArchive } from './archive-reader'
import type { HasRoomFor } from './archive-writer'
import { chunksName } from './collections'
import type { Manifest } from './manifest'
import { rawDocuments } from './snapshot'

/** The error codes of an index that has another name or other options in the backup, or that the loaded documents violate. */
const leftOutErrors = new Set<unknown>([85, 86, 11_000])
/** The error code of a collection that exists already. */
const namespaceExists = 48
/** Bytes. Batches of 8 MB are not faster, and need 40 % more memory. */
const maxBatchBytes = 2_000_000
/** Each document takes much more memory than its bytes. */
const maxBatchDocuments = 1_000

/** Temporary collections, named with a prefix, into which an archive is loaded. They are in the same database, because renaming
 * a collection is atomic only there.
 * @param prefix ends with a dot */
export function createScratch(db: Db, prefix: string, hasRoomFor: HasRoomFor) {
  const nameOf = (collection: string) => prefix + collection
  /** The digests of what was stored, by collection. They may differ from the archive's, because JavaScript reorders fields: those
   * with whole numbers as names come first, in ascending order. */
  const stored = new Map<string, string>()

  async function drop() {
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      if (name.startsWith(prefix)) await db.collection(name).drop()
  }

  async function insertAll(name: string, documents: AsyncIterable<Uint8Array>) {
    // A collection without documents is created, too.
    await db.createCollection(nameOf(name)).catch((error: unknown) => {
      if (!(error instanceof MongoServerError) || error.code !== namespaceExists) throw error
    })
    const collection = db.collection(nameOf(name))
    const hash = createHash('sha256')
    let batch: Document[] = []
    let size = 0
    const insert = async () => {
      if (!(await hasRoomFor(size)))
        throw new RestoreError('The disk has no room for the backup. Nothing was changed.')
      if (batch.length > 0) await collection.insertMany(batch, { ordered: false })
      batch = []
      size = 0
    }
    for await (const bytes of documents) {
      const document = documentOf(bytes)
      if (!('_id' in document)) throw new Error('it has a document without an id')
      // Chunks are verified by their files.
      if (name !== chunksName) hash.update(reordered(document, bytes))
      batch.push(document)
      size += bytes.length
      if (size >= maxBatchBytes || batch.length >= maxBatchDocuments) await insert()
    }
    await insert()
    stored.set(name, hash.digest('hex'))
  }

  async function createIndexes(name: string, indexes: IndexDescription[]) {
    if (indexes.length > 0) await db.collection(nameOf(name)).createIndexes(indexes)
  }

  /** Adds the indexes of the present collections to the loaded ones, because a backup of an earlier version lacks some, and a running
   * site creates none. An index that the loaded documents violate is left out. */
  async function addPresentIndexes(names: readonly string[]) {
    const indexesOf = (collection: string) =>
      db
        .collection(collection)
        .indexes()
        .catch(() => [])
    for (const name of names) {
      const loaded = new Set((await indexesOf(nameOf(name))).map((index) => index.name))
      for (const { v: _, ...index } of await indexesOf(name))
        if (!loaded.has(index.name))
          await createIndexes(name, [index as IndexDescription]).catch((error: unknown) => {
            if (!leftOutErrors.has((error as MongoServerError).code)) throw error
          })
    }
  }

  async function verify({ entries, files }: Manifest) {
    for (const { name } of entries.filter((entry) => entry.name.endsWith('.bson'))) {
      const collection = collectionIn(name)
      const hash = createHash('sha256')
      for await (const document of rawDocuments(db.collection(nameOf(collection))))
        hash.update(BSON.serialize(documentOf(document)))
      if (hash.digest('hex') !== stored.get(collection))
        throw new RestoreError(`The database does not return what was stored in ${name}.`)
    }
    const chunks = db.collection<ChunkRecord>(nameOf(chunksName))
    for (const file of files)
      if (!(await isIntact(file, filePieces(chunks, new ObjectId(file.id)))))
        throw new RestoreError(
          `The bytes of file ${file.id} in the database differ from the backup.`,
        )
  }

  return {
    /** The prefixed name of a collection. */
    nameOf,
    /** Removes the collections. */
    drop,
    addPresentIndexes,
    /** Loads an archive into empty collections, and reads it back.
     * @returns its manifest, and the collections that it has filled
     * @throws RestoreError when the archive is damaged, or the database does not return what the archive contains */
    async load(path: string) {
      await drop()
      // Indexes that delete old documents are created after the verification.
      const expiring: [string, IndexDescription[]][] = []
      const manifest = await readArchive(path, {
        documents: insertAll,
        async indexes(name, indexes) {
          const isLasting = ({ expireAfterSeconds: seconds }: IndexDescription) =>
            seconds === undefined
          expiring.push([name, indexes.filter((index) => !isLasting(index))])
          await createIndexes(name, indexes.filter(isLasting))
        },
      })
      await verify(manifest)
      for (const [name, indexes] of expiring) await createIndexes(name, indexes)
      const names = manifest.entries.map(({ name }) => collectionIn(name))
      return { manifest, collections: [...new Set([...names, chunksName])] }
    },
  }
}

/** Without promotion, each number keeps its BSON type. */
const documentOf = (bytes: Uint8Array) =>
  BSON.deserialize(bytes, { promoteValues: false, promoteLongs: false })

/** A document as it is stored, with its fields in the order that JavaScript gives them.
 * @throws {Error} if it has lost a field, for example one of two with the same name */
function reordered(document: Document, bytes: Uint8Array): Uint8Array {
  const serialized = BSON.serialize(document)
  if (serialized.length !== bytes.length)
    throw new Error('it has a document that can not be stored')
  return serialized
}

/** The collection of an entry of an archive. */
const collectionIn = (entry: string) =>
  (entry.split('/').at(-1) ?? '').replace(/\.(bson|metadata\.json)$/, '')
