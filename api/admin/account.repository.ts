import { randomBytes, randomInt } from 'node:crypto'
import type { Db } from 'mongodb'
import { isDuplicateKey } from '../mongo/database'
import { hashPassword, verifyPassword } from './password-hash'
import { newRecoveryCode, recoveryHash } from './recovery-codes'

export interface AccountRecord {
  _id: 'admin'
  username: string
  passwordHash: string
  /** The hash of ADMIN_PASSWORD at the last start with that variable; a different value becomes the new password. */
  environmentHash?: string
  /** Changes with each new password, with "Log out everywhere" and with each restore; tokens of any other generation
   * are invalid. It is random, so that it can't be predicted from a backup or from another database with the same
   * secret. */
  generation: number
  /** The hashes of the recovery codes that were not used yet. */
  recoveryCodes?: string[]
  /** Whether the password is the one that was generated at the first start; absent once the band has set its own. */
  isGenerated?: boolean
}

/** The fields of the account that its tokens and device cookies contain. */
export type TokenOwner = Pick<AccountRecord, 'username' | 'generation'>

interface RevokedToken {
  /** The token's jti, or a challenge. */
  _id: string
  expiresAt: Date
}

interface SettingRecord {
  _id: 'jwtSecret'
  value: string
}

/** The generated password and the recovery code of the printed link. */
export interface GeneratedAccess {
  password: string
  /** A recovery code, for the printed link. */
  code: string
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
  const setPassword = (passwordHash: string, changes: Partial<AccountRecord>, before?: string) =>
    accounts.findOneAndUpdate(
      { _id: 'admin', ...(before !== undefined && { passwordHash: before }) },
      passwordUpdate(passwordHash, changes),
      { returnDocument: 'after' },
    )

  /** Creates the account, or sets the password of one that was restored from a downloaded backup, which has none.
   * @returns the generated password and a recovery code; undefined if no password was generated */
  async function create(username: string, password: string | undefined) {
    const chosen = password ?? generatePassword()
    const passwordHash = await hashPassword(chosen)
    const code = newRecoveryCode()
    const ofKind =
      password === undefined
        ? { isGenerated: true, recoveryCodes: [recoveryHash(code)] }
        : { environmentHash: passwordHash }
    try {
      await accounts.updateOne(
        { _id: 'admin', passwordHash: { $exists: false } },
        { $set: { username, passwordHash, generation: newGeneration(), ...ofKind } },
        { upsert: true },
      )
    } catch (error) {
      // Another process created the account first; its password is used.
      if (isDuplicateKey(error)) return
      throw error
    }
    return password === undefined ? { password: chosen, code } : undefined
  }

  return {
    /** Creates the account, or updates it from the environment.
     * @param beforeChange called before the environment changes the password
     * @returns the password if it was generated, and a recovery code; they can't be read later */
    async prepare(
      username: string,
      password: string | undefined,
      beforeChange: () => Promise<void> = async () => undefined,
    ): Promise<GeneratedAccess | undefined> {
      const account = await accounts.findOne({ _id: 'admin' })
      if (!account?.passwordHash) return create(username, password)
      if (account.username !== username)
        await accounts.updateOne({ _id: 'admin' }, { $set: { username } })
      if (password === undefined) return
      const { environmentHash } = account
      // The password is the same as at the last start.
      if (environmentHash && (await verifyPassword(password, environmentHash))) return
      const passwordHash = await hashPassword(password)
      await beforeChange()
      // The former recovery codes become invalid, also the one in the link that the first start prints.
      await setPassword(passwordHash, { environmentHash: passwordHash, recoveryCodes: [] })
      return
    },

    async get(): Promise<AccountRecord> {
      const account = await accounts.findOne({ _id: 'admin' })
      if (!account) throw new Error('The account is gone.')
      return account
    },

    /** Changes the password, and invalidates the recovery codes. Of several concurrent changes, the first one succeeds.
     * @param before the hash that must still be stored
     * @returns the new generation of tokens, or undefined if another hash is stored */
    async changePassword(password: string, before: string): Promise<number | undefined> {
      const changed = await setPassword(await hashPassword(password), { recoveryCodes: [] }, before)
      return changed?.generation
    },

    /** @param passwordHash the hash that must still be stored, because a new password invalidates all codes
     * @returns whether the codes were stored */
    async setRecoveryCodes(recoveryCodes: string[], passwordHash: string): Promise<boolean> {
      const account = { _id: 'admin', passwordHash } as const
      const { matchedCount } = await accounts.updateOne(account, { $set: { recoveryCodes } })
      return matchedCount === 1
    },

    /** Sets the password without the present one, and removes the recovery code.
     * @returns the account with the new generation of tokens; null if the code is not valid */
    async setPasswordByCode(password: string, codeHash: string): Promise<AccountRecord | null> {
      const update = passwordUpdate(await hashPassword(password))
      return accounts.findOneAndUpdate(
        { _id: 'admin', recoveryCodes: codeHash },
        { ...update, $pull: { recoveryCodes: codeHash } },
        { returnDocument: 'after' },
      )
    },

    /** Sets a generated password, for a band that forgot its own, and removes the recovery codes; creates the account if
     * there is none. */
    async resetPassword(username: string): Promise<{ username: string; password: string }> {
      const generated = await this.prepare(username, undefined)
      if (generated) return { username, password: generated.password }
      const password = generatePassword()
      await setPassword(await hashPassword(password), { recoveryCodes: [] })
      return { username, password }
    },

    /** Invalidates all tokens. */
    async endSessions(): Promise<void> {
      await accounts.updateOne({ _id: 'admin' }, { $set: { generation: newGeneration() } })
    },

    /** Records an id that can be used once, such as a challenge.
     * @returns false if it was used already */
    async takeOnce(_id: string, expiresAt: Date): Promise<boolean> {
      const change = { $setOnInsert: { expiresAt } }
      return (await revoked.updateOne({ _id }, change, { upsert: true })).upsertedCount === 1
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

/** The update that sets a password, and invalidates all tokens. */
const passwordUpdate = (passwordHash: string, changes: Partial<AccountRecord> = {}) => ({
  $set: { ...changes, passwordHash, generation: newGeneration() },
  $unset: { isGenerated: true as const },
})
