import { randomBytes, randomInt } from 'node:crypto'
import type { Db } from 'mongodb'
import { isDuplicateKey } from '../mongo/database'
import { hashPassword, verifyPassword } from './password-hash'

interface AccountRecord {
  _id: 'admin'
  username: string
  passwordHash: string
  /** The hash of ADMIN_PASSWORD at the last start with that variable; a different value becomes the new password. */
  environmentHash?: string
  /** Changes with each new password, with "Log out everywhere" and with each restore; tokens of any other generation
   * are invalid. It is random, so that it can't be predicted from a backup or from another database with the same
   * secret. */
  generation: number
}

interface RevokedToken {
  /** The token's jti. */
  _id: string
  expiresAt: Date
}

interface SettingRecord {
  _id: 'jwtSecret'
  value: string
}

const generatePassword = () => randomBytes(16).toString('base64url')
const newGeneration = () => randomInt(2 ** 48 - 1)

export type AccountRepository = Awaited<ReturnType<typeof openAccountRepository>>

/** The administrator's account and revoked tokens. */
export async function openAccountRepository(db: Db) {
  const accounts = db.collection<AccountRecord>('accounts')
  const revoked = db.collection<RevokedToken>('revokedTokens')
  const settings = db.collection<SettingRecord>('settings')
  await revoked.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })

  /** @param before the hash that must still be stored; undefined for any
   * @returns the account, or null if another hash is stored */
  const setPassword = (
    passwordHash: string,
    changes: Partial<AccountRecord> = {},
    before?: string,
  ) =>
    accounts.findOneAndUpdate(
      { _id: 'admin', ...(before !== undefined && { passwordHash: before }) },
      { $set: { ...changes, passwordHash, generation: newGeneration() } },
      { returnDocument: 'after' },
    )

  /** Creates the account, or sets the password of one that was restored from a downloaded backup, which has none.
   * @returns the password if it was generated */
  async function create(username: string, password: string | undefined) {
    const chosen = password ?? generatePassword()
    const passwordHash = await hashPassword(chosen)
    const environmentHash = password === undefined ? {} : { environmentHash: passwordHash }
    try {
      await accounts.updateOne(
        { _id: 'admin', passwordHash: { $exists: false } },
        { $set: { username, passwordHash, generation: newGeneration(), ...environmentHash } },
        { upsert: true },
      )
    } catch (error) {
      // Another process created the account first; its password is used.
      if (isDuplicateKey(error)) return
      throw error
    }
    return password === undefined ? chosen : undefined
  }

  /** Sets the password from the environment if it differs from the one at the last start. */
  async function applyEnvironmentPassword(
    account: AccountRecord,
    password: string,
    onChanged: () => void,
  ) {
    const { environmentHash } = account
    if (environmentHash && (await verifyPassword(password, environmentHash))) return
    const passwordHash = await hashPassword(password)
    await setPassword(passwordHash, { environmentHash: passwordHash })
    onChanged()
  }

  return {
    /** Creates the account, or updates it from the environment.
     * @param onChanged called if the environment has changed the password
     * @returns the password if it was generated; it can't be read later */
    async prepare(
      username: string,
      password: string | undefined,
      onChanged: () => void = () => undefined,
    ): Promise<string | undefined> {
      const account = await accounts.findOne({ _id: 'admin' })
      if (!account?.passwordHash) return create(username, password)
      if (account.username !== username)
        await accounts.updateOne({ _id: 'admin' }, { $set: { username } })
      if (password !== undefined) await applyEnvironmentPassword(account, password, onChanged)
      return
    },

    async get(): Promise<AccountRecord> {
      const account = await accounts.findOne({ _id: 'admin' })
      if (!account) throw new Error('The account is gone.')
      return account
    },

    /** Changes the password unless it has been changed since `before` was read: one of several concurrent changes
     * succeeds.
     * @returns the new generation of tokens, or undefined if another hash is stored */
    async changePassword(password: string, before: string): Promise<number | undefined> {
      return (await setPassword(await hashPassword(password), {}, before))?.generation
    },

    /** Sets a generated password, for a band that forgot its own; creates the account if there is none. */
    async resetPassword(username: string): Promise<{ username: string; password: string }> {
      const generated = await this.prepare(username, undefined)
      if (generated !== undefined) return { username, password: generated }
      const password = generatePassword()
      await setPassword(await hashPassword(password))
      return { username, password }
    },

    /** Invalidates all tokens. */
    async endSessions(): Promise<void> {
      await accounts.updateOne({ _id: 'admin' }, { $set: { generation: newGeneration() } })
    },

    async revoke(jti: string, expiresAt: Date): Promise<void> {
      await revoked.updateOne({ _id: jti }, { $set: { expiresAt } }, { upsert: true })
    },

    async isRevoked(jti: string): Promise<boolean> {
      return (await revoked.findOne({ _id: jti })) !== null
    },

    /** The secret that signs tokens, generated by the first process that needs it. */
    async jwtSecret(): Promise<string> {
      const setting = await settings.findOneAndUpdate(
        { _id: 'jwtSecret' },
        { $setOnInsert: { value: randomBytes(48).toString('base64url') } },
        { upsert: true, returnDocument: 'after' },
      )
      if (!setting) throw new Error('The secret could not be stored.')
      return setting.value
    },
  }
}
