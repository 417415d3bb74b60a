import { randomUUID } from 'node:crypto'
import { type Collection, type Db, type IndexDescription, MongoClient } from 'mongodb'
import { migrations } from '../api/migrations'

/** The URL of the tests' MongoDB server, which is started before the tests. */
export const mongodbUrl = () => process.env['TEST_MONGODB_URI'] ?? 'mongodb://127.0.0.1:27017'

/** Begins the names of all databases of this run. */
const prefix = () => `test-${process.env['TEST_RUN'] ?? 'single'}-`

/** How many databases are given back before one of them is taken again: by then, nothing that a stopped site still wrote
 * is left out when it is emptied. */
const rest = 2

/** The databases that were given back, in their order. */
const unused: string[] = []

/** What stays when a database is emptied: a site would store the same again. */
const lasting = new Set(['buildFiles', 'schema'])

/** The temporary collections of a backup's test or of a restore, which may disappear at any time. */
const isTemporary = ({ collectionName }: Collection) => /^(drill|restoring)\./.test(collectionName)

/** Provides a database for a site. It may have the empty collections of a site that has stopped, because creating these and their indexes
 * takes longer than most tests.
 * @param sourceUri a database on the same server, of which it becomes a copy
 * @returns its URI */
export async function takeDatabase(sourceUri?: string): Promise<string> {
  const name = (unused.length > rest && unused.shift()) || prefix() + randomUUID()
  const client = await MongoClient.connect(mongodbUrl())
  const present = await empty(client.db(name))
  if (sourceUri !== undefined) await copy(sourceUri, client.db(name), present)
  await client.close()
  return `${mongodbUrl()}/${name}`
}

/** Takes back a database that no site uses any more. */
export function giveBackDatabase(uri: string): void {
  unused.push(new URL(uri).pathname.slice(1))
}

/** Removes all databases of this run. */
export async function removeDatabases(): Promise<void> {
  const client = await MongoClient.connect(mongodbUrl())
  const { databases } = await client
    .db()
    .admin()
    .listDatabases({ nameOnly: true, filter: { name: { $regex: `^${prefix()}` } } })
  for (const { name } of databases) await client.db(name).dropDatabase()
  await client.close()
}

/** Empties a database, except for what lasts.
 * @returns the names of its collections */
async function empty(db: Db): Promise<Set<string>> {
  const collections = await db.collections()
  await Promise.all(
    collections.map(async (collection) => {
      if (isTemporary(collection)) await collection.drop()
      else if (!lasting.has(collection.collectionName)) await collection.deleteMany()
    }),
  )
  const names = new Set(collections.map(({ collectionName }) => collectionName))
  // A test may have changed the version, or left the lock of a site that was killed.
  if (names.has('schema'))
    await db
      .collection<{ _id: string }>('schema')
      .replaceOne(
        { _id: 'schema' },
        { version: migrations.length, lockedUntil: new Date(0) },
        { upsert: true },
      )
  return names
}

/** Copies the collections of a database, with their indexes, to an empty one.
 * @param present the collections that the empty one has */
async function copy(sourceUri: string, target: Db, present: ReadonlySet<string>): Promise<void> {
  const client = await MongoClient.connect(sourceUri)
  const sources = (await client.db().collections()).filter((one) => !isTemporary(one))
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
