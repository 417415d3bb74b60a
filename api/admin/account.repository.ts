import { randomBytes, randomInt } from 'node:crypto'
import type { Db } from 'mongodb'
import { isDuplicateKey } from '../mongo/database'
import { hashPassword, verifyPassword } from './password-hash'

interface AccountRecord {
  _id: 'admin'
  username: string
  passwordHash: string
  /** Of ADMIN_PASSWORD at the last start that had one: a new value there becomes the password. */
  environmentHash?: string
  /** Changes with each new password, with "Log out everywhere" and with each restore; tokens of any other generation are
   * invalid. It is random, so that it can't be predicted from a backup or from another database with the same secret. */
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

/** The one administrator, and which of their tokens are dead. */
export async function openAccountRepository(db: Db) {
  const accounts = db.collection<AccountRecord>('accounts')
  const revoked = db.collection<RevokedToken>('revokedTokens')
  const settings = db.collection<SettingRecord>('settings')
  await revoked.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })

  /** @param before the hash that must be stored still; without it any
   * @returns the account, or nothing where another hash is stored */
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

  /** Gives an account its first password; one that was restored from a downloaded backup has none either.
   * @returns the password, when one had to be generated. */
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
      // Another process was quicker, and its password counts.
      if (isDuplicateKey(error)) return
      throw error
    }
    return password === undefined ? chosen : undefined
  }

  /** A password in the environment counts when it is another one than at the last start. */
  async function followEnvironment(
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
    /** Makes the account as the environment wants it.
     * @param onChanged told when that was another password than before
     * @returns the password, when one had to be generated: the only time it is known. */
    async prepare(
      username: string,
      password: string | undefined,
      onChanged: () => void = () => undefined,
    ): Promise<string | undefined> {
      const account = await accounts.findOne({ _id: 'admin' })
      if (!account?.passwordHash) return create(username, password)
      if (account.username !== username)
        await accounts.updateOne({ _id: 'admin' }, { $set: { username } })
      if (password !== undefined) await followEnvironment(account, password, onChanged)
      return
    },

    async get(): Promise<AccountRecord> {
      const account = await accounts.findOne({ _id: 'admin' })
      if (!account) throw new Error('The account is gone.')
      return account
    },

    /** Changes the password unless somebody else has changed it since `before` was read: of changes at the same time
     * one wins.
     * @returns the new generation of tokens, or nothing where another hash is stored */
    async changePassword(password: string, before: string): Promise<number | undefined> {
      return (await setPassword(await hashPassword(password), {}, before))?.generation
    },

    /** Gives the account a generated password, for a band that forgot its own; makes the account where there
     * is none yet. */
    async resetPassword(username: string): Promise<{ username: string; password: string }> {
      const generated = await this.prepare(username, undefined)
      if (generated !== undefined) return { username, password: generated }
      const password = generatePassword()
      await setPassword(await hashPassword(password))
      return { username, password }
    },

    /** Kills every token that there is. */
    async endSessions(): Promise<void> {
      await accounts.updateOne({ _id: 'admin' }, { $set: { generation: newGeneration() } })
    },

    async revoke(jti: string, expiresAt: Date): Promise<void> {
      await revoked.updateOne({ _id: jti }, { $set: { expiresAt } }, { upsert: true })
    },

    async isRevoked(jti: string): Promise<boolean> {
      return (await revoked.findOne({ _id: jti })) !== null
    },

    /** The secret that signs tokens, generated by whichever process comes first. */
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
