import { randomUUID } from 'node:crypto'
import { type Db, type IndexDescription, MongoClient } from 'mongodb'
import { migrations } from '../api/migrations'

/** The URL of the tests' MongoDB server, which is started before the tests. */
export const mongodbUrl = () => process.env['TEST_MONGODB_URI'] ?? 'mongodb://127.0.0.1:27017'

/** The beginning of the names of all databases of this run. */
const prefix = () => `test-${process.env['TEST_RUN'] ?? 'single'}-`

/** How many databases must have been given back after one before it is used again: a site that has just stopped may still be
 * writing. */
const restingCount = 2

/** The databases that were given back, in their order. */
const unused: string[] = []

/** Collections that are not emptied, because every site would store the same documents again. */
const lasting = new Set(['buildFiles', 'schema'])

/** Whether a collection is a temporary one of a backup's test or of a restore, which may disappear at any time. */
const isTemporary = (name: string) => /^(drill|restoring)\./.test(name)

/** Provides a database for a site. It may be one that a stopped site has used: emptied, with its collections and indexes, which take
 * long to create.
 * @param sourceUri a database on the same server, of which it becomes a copy
 * @returns its URI */
export async function takeDatabase(sourceUri?: string): Promise<string> {
  const name = (unused.length > restingCount && unused.shift()) || prefix() + randomUUID()
  await withServer(async (client) => {
    const present = await empty(client.db(name))
    if (sourceUri !== undefined) await copy(sourceUri, client.db(name), present)
  })
  return `${mongodbUrl()}/${name}`
}

/** Takes back a database that no site uses any more. Without a test run that removes it in the end, it is removed now. */
export async function giveBackDatabase(uri: string): Promise<void> {
  const name = uri.slice(uri.lastIndexOf('/') + 1)
  if (process.env['TEST_RUN'] !== undefined) unused.push(name)
  else await withServer((client) => client.db(name).dropDatabase())
}

/** Removes all databases of this run. */
export const removeDatabases = () =>
  withServer(async (client) => {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    for (const { name } of databases)
      if (name.startsWith(prefix())) await client.db(name).dropDatabase()
  })

async function withServer(work: (client: MongoClient) => Promise<unknown>): Promise<void> {
  const client = await MongoClient.connect(mongodbUrl())
  try {
    await work(client)
  } finally {
    await client.close()
  }
}

/** Empties a database, except for what lasts.
 * @returns the names of the collections that it has afterwards */
async function empty(db: Db): Promise<Set<string>> {
  const present = new Set<string>()
  const collections = await db.listCollections({}, { nameOnly: false }).toArray()
  await Promise.all(
    collections.map(async ({ name, options }) => {
      // A test that fails may leave a rule for documents behind.
      if (isTemporary(name) || options?.validator) return db.dropCollection(name)
      present.add(name)
      if (!lasting.has(name)) return db.collection(name).deleteMany()
    }),
  )
  // A test may have changed the version, or left the lock of a site that was killed.
  if (present.has('schema'))
    await db
      .collection<{ _id: string }>('schema')
      .replaceOne(
        { _id: 'schema' },
        { version: migrations.length, lockedUntil: new Date(0) },
        { upsert: true },
      )
  return present
}

/** Copies the collections of a database, with their indexes, to an empty one.
 * @param present the collections that the empty one has */
async function copy(sourceUri: string, target: Db, present: ReadonlySet<string>): Promise<void> {
  const client = await MongoClient.connect(sourceUri)
  const sources = (await client.db().collections()).filter(
    ({ collectionName }) => !isTemporary(collectionName),
  )
  await Promise.all(
    sources.map(async (source) => {
      const { collectionName: name } = source
      if (present.has(name) && lasting.has(name)) return
      if (!present.has(name)) {
        // The indexes are created before the documents, because MongoDB takes much longer to index existing ones.
        const indexes = (await source.indexes()).filter((index) => index.name !== '_id_')
        if (indexes.length > 0)
          await target.collection(name).createIndexes(indexes as IndexDescription[])
      }
      // The target has none of these documents, so they are inserted in batches.
      const into = { db: target.databaseName, coll: name }
      await source
        .aggregate([{ $merge: { into, whenMatched: 'fail', whenNotMatched: 'insert' } }])
        .toArray()
    }),
  )
  await client.close()
}
