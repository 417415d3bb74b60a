import type { WebAuthnCredential } from '@simplewebauthn/server'
import { Binary, type Db, ObjectId, type WithId } from 'mongodb'
import { notFound, Problem } from '../http/problem'
import { isDuplicateKey } from '../mongo/database'

interface PasskeyRecord {
  /** The id that the authenticator gave it, in base64url. */
  credentialId: string
  publicKey: Binary
  /** How often the authenticator says it was used; 0 if it does not count. */
  counter: number
  /** How browsers can reach the authenticator. */
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt?: Date
}

const maxPasskeys = 20

export type PasskeyRepository = Awaited<ReturnType<typeof openPasskeyRepository>>

/** The administrator's passkeys. */
export async function openPasskeyRepository(db: Db) {
  const passkeys = db.collection<PasskeyRecord>('passkeys')
  await passkeys.createIndex({ credentialId: 1 }, { unique: true })

  return {
    /** The oldest first. */
    list: () => passkeys.find().sort({ _id: 1 }).toArray(),

    /** @returns null if no passkey has this id */
    find: (credentialId: string) => passkeys.findOne({ credentialId }),

    /** @throws Problem 409 if the passkey is stored already, or there are 20 */
    async add(name: string, credential: WebAuthnCredential): Promise<WithId<PasskeyRecord>> {
      if ((await passkeys.countDocuments()) >= maxPasskeys)
        throw new Problem(409, `There may be ${maxPasskeys} passkeys. Delete one first.`)
      const { id: credentialId, publicKey, counter, transports = [] } = credential
      const record = {
        _id: new ObjectId(),
        credentialId,
        publicKey: new Binary(publicKey),
        counter,
        transports,
        name,
        createdAt: new Date(),
      }
      await passkeys.insertOne(record).catch((error: unknown) => {
        throw isDuplicateKey(error)
          ? new Problem(409, 'This passkey is already registered.')
          : error
      })
      return record
    },

    async noteUse(_id: ObjectId, counter: number): Promise<void> {
      await passkeys.updateOne({ _id }, { $set: { lastUsedAt: new Date() }, $max: { counter } })
    },

    /** @throws Problem 404 if there is no such passkey */
    async remove(_id: ObjectId): Promise<void> {
      if ((await passkeys.deleteOne({ _id })).deletedCount === 0) throw notFound()
    },

    async removeAll(): Promise<void> {
      await passkeys.deleteMany({})
    },
  }
}
