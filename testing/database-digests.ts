import { createHash } from 'node:crypto'
import type { Db, Document, Sort } from 'mongodb'

/** Collections that describe running processes and their builds. */
const transient =
  /^(uploads|unfinishedUploads|backupLeases|buildFiles|instances|pushDeliveries|restores|versions)$/

/** The fields that a restore changes: the token generation, so that revoked tokens stay invalid, and the ids of chunks,
 * to which nothing refers. */
const changedByRestore: Record<string, Document> = {
  accounts: { generation: 0 },
  'fs.chunks': { _id: 0 },
}

/** Returns one digest per collection over the raw bytes of its documents. */
export async function databaseDigests(db: Db): Promise<Record<string, string>> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).sort()
  const found: Record<string, string> = {}
  for (const name of names.filter((one) => !transient.test(one))) {
    const digest = createHash('sha256')
    const options = { raw: true, projection: changedByRestore[name] ?? {} }
    const order: Sort = name === 'fs.chunks' ? { files_id: 1, n: 1 } : { _id: 1 }
    for await (const document of db.collection(name).find({}, options).sort(order))
      digest.update(document as unknown as Buffer)
    found[name] = digest.digest('hex')
  }
  return found
}
