import { randomInt } from 'node:crypto'
import { type Db, MongoServerError, type ObjectId } from 'mongodb'
import { mongoCounter } from '../mongo/change-watch'
import { isDuplicateKey, isUnavailable } from '../mongo/database'
import { RestoreError } from './archive-reader'
import { anyRoom, type HasRoomFor } from './archive-writer'
import { backupLeases } from './backup-lease'
import { collectionNames, isInBackups, isInEveryBackup, isSingleRecord } from './collections'
import { createScratch } from './scratch'

interface Options {
  /** Whether the present content of the database may be deleted. */
  isReplacing: boolean
  /** Whether no other process uses the database. */
  isSoleProcess: boolean
  /** The number of this program's migrations. */
  schema: number
  hasRoomFor: HasRoomFor
  /** Whether the present passwords, sessions, keys and settings stay, whatever the backup contains. A running site has
   * read its keys already, so it can't take those of a backup. */
  isKeepingSecrets?: boolean
  /** Runs when the backup has been loaded and verified, before anything is replaced. If it fails, nothing is replaced. Enquiries that
   * arrive meanwhile are kept. */
  beforeSwitch?: () => Promise<unknown>
}

/** Marks that restored collections are being renamed into their places. */
interface SwitchRecord {
  _id: 'switch'
  /** The restored collections. */
  collections: string[]
  /** Whether the collections that only backups with secrets contain stay as they are. */
  isKeepingSecrets?: boolean
  /** The ids of the enquiries that existed before the backup of the former content; later ones are kept. */
  knownEnquiries?: ObjectId[]
}

/** Milliseconds. While the database is unavailable, the switch or the clean-up after a failure is tried again for this long: a switch
 * that stops halfway leaves mixed content. */
const unavailableTimeout = 60_000
/** The error code of a collection that does not exist. */
const namespaceNotFound = 26
const prefix = 'restoring.'
const drillPrefix = 'drill.'
const switches = (db: Db) => db.collection<SwitchRecord>('restores')

/** Restores all documents and files of a backup.
 *
 * The archive is loaded beside the present content and compared with its manifest. Then a marker is stored, and each
 * collection is renamed into its place. If the process is killed before the marker, `recoverRestore` removes what was
 * loaded; if it is killed after it, `recoverRestore` renames the rest.
 * @throws RestoreError when the database is not empty and must not be replaced, another process is restoring, the disk has no
 * room, or the archive is damaged or of a newer version; then nothing was changed */
export async function restoreBackup(db: Db, path: string, options: Options): Promise<void> {
  const { isReplacing, isSoleProcess, schema, hasRoomFor, isKeepingSecrets = false } = options
  if (!(await recoverRestore(db, isSoleProcess)))
    throw new RestoreError(
      'Another process is restoring or checking a backup, or was killed while it did. Try again in 30 seconds.',
    )
  if (!isReplacing && !(await isEmpty(db)))
    throw new RestoreError(
      'The database is not empty. Use --replace to put the backup in its place.',
    )
  const scratch = createScratch(db, prefix, hasRoomFor)
  await backupLeases(db).during('restore', async () => {
    try {
      const { manifest, collections } = await scratch.load(path)
      if (manifest.schema > schema)
        throw new RestoreError(
          `${path} was written by a newer version of this program (schema ${manifest.schema}; this one has ${schema}). Restore it with that version.`,
        )
      const accounts = db.collection(scratch.nameOf('accounts'))
      if (isKeepingSecrets) {
        const present = await db.collection('accounts').findOne()
        if (present) await accounts.replaceOne({ _id: present._id }, present, { upsert: true })
      } else {
        // Invalidates all tokens, so that revoked ones do not become valid again.
        const generation = randomInt(2 ** 48 - 1)
        await accounts.updateMany({}, { $set: { generation } })
      }
      const knownEnquiries = await db.collection('enquiries').distinct('_id')
      const replaced = isKeepingSecrets ? collections.filter(isInEveryBackup) : collections
      await scratch.addPresentIndexes(replaced)
      await options.beforeSwitch?.()
      const marker = { _id: 'switch', collections: replaced, isKeepingSecrets } as const
      await switches(db).insertOne({ ...marker, knownEnquiries })
    } catch (error) {
      await retryWhileUnavailable(async () => {
        // The marker may be stored although `insertOne` has failed.
        await switches(db).deleteOne({ _id: 'switch' })
        await scratch.drop()
      }).catch(() => undefined)
      throw error
    }
    await retryWhileUnavailable(() => finishSwitch(db))
    // What was not switched.
    await scratch.drop()
  })
}

/** Tests that a backup can be restored: compares it with its manifest, loads it into temporary collections, verifies that
 * the database returns what was stored, and drops them.
 * @throws RestoreError when it can't be restored, or the disk has no room for the test */
export async function drill(db: Db, path: string, hasRoomFor: HasRoomFor): Promise<void> {
  const scratch = createScratch(db, `${drillPrefix}${crypto.randomUUID()}.`, hasRoomFor)
  await backupLeases(db).during('restore', () => scratch.load(path).finally(scratch.drop))
}

/** Finishes or undoes a restore whose process was killed. Must run before a site reads its data.
 * @param isSoleProcess whether no other process uses the database
 * @returns false when another process may be restoring; then its collections are left alone */
export async function recoverRestore(db: Db, isSoleProcess: boolean): Promise<boolean> {
  await finishSwitch(db)
  if (!isSoleProcess && (await backupLeases(db).isHeld('restore'))) return false
  for (const leftOver of [prefix, drillPrefix]) await createScratch(db, leftOver, anyRoom).drop()
  return true
}

/** Does work, and tries again while the database is unavailable. */
async function retryWhileUnavailable(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + unavailableTimeout
  while (true) {
    try {
      return await work()
    } catch (error) {
      // The driver waits for the database, so the next attempt is not made at once.
      if (!isUnavailable(error) || Date.now() > deadline) throw error
    }
  }
}

/** Puts the restored collections into their places. It can be repeated after a kill at any point. */
async function finishSwitch(db: Db) {
  const marker = await switches(db).findOne({ _id: 'switch' })
  if (!marker) return
  const present = new Set(await namesIn(db))
  for (const name of marker.collections.filter((one) => present.has(prefix + one)))
    if (name === 'enquiries' && present.has(name))
      await replaceEnquiries(db, marker.knownEnquiries ?? [])
    else await replace(db, name)
  const restored = new Set(marker.collections)
  const isReplaced = marker.isKeepingSecrets ? isInEveryBackup : isInBackups
  for (const name of collectionNames)
    if (present.has(name) && !restored.has(name) && isReplaced(name) && !isSingleRecord(name))
      // The indexes stay: a site that is running does not create them again.
      await db.collection(name).deleteMany({})
  // Instances that are running read the restored lists.
  await mongoCounter(db).increment()
  await switches(db).deleteOne({ _id: 'switch' })
}

/** Replaces enquiries one by one, because visitors send further ones meanwhile.
 * @param known the ids from before the restore; those that the backup lacks are deleted */
async function replaceEnquiries(db: Db, known: readonly ObjectId[]) {
  const [restored, enquiries] = [db.collection(`${prefix}enquiries`), db.collection('enquiries')]
  const ids = await restored.distinct('_id')
  // Another process has finished the replacement.
  if (!(await namesIn(db)).includes(restored.collectionName)) return
  await enquiries.deleteMany({ _id: { $in: [...known], $nin: ids } })
  for await (const enquiry of restored.find())
    await enquiries
      .replaceOne({ _id: enquiry._id }, enquiry, { upsert: true })
      .catch((error: unknown) => {
        // A repeated request has stored an enquiry with the same key.
        if (!isDuplicateKey(error)) throw error
      })
  await restored.drop()
}

/** Puts a restored collection in the place of the old one. */
async function replace(db: Db, name: string) {
  const restored = db.collection(prefix + name)
  await restored.rename(name, { dropTarget: true }).catch((error: unknown) => {
    // Another process has just renamed it.
    if (!(error instanceof MongoServerError) || error.code !== namespaceNotFound) throw error
  })
}

const namesIn = async (db: Db) =>
  (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))

async function isEmpty(db: Db): Promise<boolean> {
  for (const name of await namesIn(db))
    if (!/^(backupLeases|restores)$/.test(name) && (await db.collection(name).findOne()))
      return false
  return true
}
