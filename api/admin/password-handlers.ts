import type { adminOperations } from '../contract/admin'
import { invalidField } from '../http/problem'
import { type Call, reply } from '../http/route'
import type { Logger } from '../process/log'
import type { AccountRecord, AccountRepository } from './account.repository'
import type { PasskeyRepository } from './passkeys.repository'
import type { PasswordChecks } from './password-checks'
import { weaknessOf } from './password-strength'
import { newRecoveryCodes, recoveryHash } from './recovery-codes'
import { notLoggedIn } from './session'
import type { SessionLifecycle } from './session-lifecycle'

interface Dependencies {
  account: AccountRepository
  passkeys: PasskeyRepository
  checks: PasswordChecks
  lifecycle: SessionLifecycle
  /** Words that are easy to guess as this band's password, such as its name. */
  ownWords: () => string[]
  log: Logger
}

type Operations = typeof adminOperations

/** `isNew` in the response to a login with the generated password; the browser then opens the set-up page. */
export const newness = ({ isGenerated }: AccountRecord) => (isGenerated ? { isNew: true } : {})

/** The handlers that change the password, and that make and use recovery codes. */
export function passwordHandlers(dependencies: Dependencies) {
  const { account, passkeys, checks, lifecycle, ownWords, log } = dependencies

  /** @throws Problem 422 for a password that is easy to guess */
  async function refuseWeak(newPassword: string, username: string) {
    const weakness = await weaknessOf(newPassword, [username, ...ownWords()])
    if (weakness) throw invalidField('newPassword', weakness)
  }

  /** Deletes all passkeys and ends all sessions, because an intruder who knew the former password may have added some. */
  async function endFormerAccess() {
    await passkeys.removeAll()
    await lifecycle.cleanUp()
  }

  return {
    recoveryCodes: async () =>
      reply(200, { unused: (await account.get()).recoveryCodes?.length ?? 0 }),
    async makeRecoveryCodes({ context, body, session }: Call<Operations['makeRecoveryCodes']>) {
      const hash = await checks.confirmPassword(context, session.username, body.currentPassword)
      const codes = newRecoveryCodes()
      if (!(await account.setRecoveryCodes(codes.map(recoveryHash), hash))) throw notLoggedIn()
      log.info({ address: context.address }, 'recovery codes made')
      return reply(201, { codes })
    },
    async recover({ context, body }: Call<Operations['recover']>) {
      const { username, newPassword } = body
      const hash = recoveryHash(body.code)
      const before = await account.get()
      const changed = await checks.checkRecovery(context, username, async () => {
        if (!(await account.get()).recoveryCodes?.includes(hash)) return null
        await refuseWeak(newPassword, username)
        return account.setPasswordByCode(newPassword, hash)
      })
      await endFormerAccess()
      log.info({ address: context.address }, 'password changed by a recovery code')
      const { token, cookie } = await lifecycle.start(context, changed, body.deviceName)
      return reply(200, { token, ...newness(before) }, { 'set-cookie': cookie })
    },
    async changePassword({ context, request, body, session }: Call<Operations['changePassword']>) {
      const { currentPassword, newPassword } = body
      const { username, deviceName } = session
      const hash = await checks.confirmPassword(context, username, currentPassword)
      await refuseWeak(newPassword, username)
      const generation = await account.changePassword(newPassword, hash)
      // The password was changed in the meantime, so this token is no longer valid.
      if (generation === undefined) throw notLoggedIn()
      await endFormerAccess()
      log.info({ address: context.address }, 'password changed')
      const { token, cookie } = await lifecycle.grant(request, { username, generation }, deviceName)
      return reply(200, { token }, { 'set-cookie': cookie })
    },
  }
}
