import { type Db, ObjectId } from 'mongodb'
import { adminOperations } from '../contract/admin'
import { type Hosts, misdirected } from '../http/hosts'
import { invalid } from '../http/problem'
import { implement, reply } from '../http/route'
import type { Logger } from '../process/log'
import { openAccountRepository } from './account.repository'
import { openAttemptRepository } from './attempts.repository'
import { createDeviceCookies } from './device-cookie'
import { openLoginRepository } from './logins.repository'
import { createPasswordChecks } from './password-checks'
import { weaknessOf } from './password-strength'
import { newRecoveryCodes, recoveryHash } from './recovery-codes'
import { createSessions, unauthorised } from './session'
import { openSessionRepository } from './sessions.repository'

interface Dependencies {
  db: Db
  hosts: Hosts
  /** Whether visitors reach the site by https. */
  isHttps: boolean
  username: string
  /** ADMIN_PASSWORD. */
  password: string | undefined
  /** JWT_SECRET; without it, one is generated and stored. */
  jwtSecret: string | undefined
  sessionHours: number
  rateLimit: boolean
  /** Words that are easy to guess as this band's password, such as its name. */
  ownWords: () => string[]
  /** Called after sessions were ended.
   * @param session the id of its token; undefined for all sessions */
  onSessionsEnded: (session?: string) => Promise<unknown>
  /** Called with a generated password, which can't be read later. */
  onPassword: (password: string) => void
  log: Logger
}

/** The administrator's login, logout, password and authorisation. */
export async function createAdmin(dependencies: Dependencies) {
  const { db, hosts, isHttps, rateLimit, ownWords, log } = dependencies
  const [account, sessionRecords, attempts, logins] = await Promise.all([
    openAccountRepository(db),
    openSessionRepository(db),
    openAttemptRepository(db),
    openLoginRepository(db),
  ])
  const generated = await account.prepare(dependencies.username, dependencies.password, () =>
    log.info('password changed by ADMIN_PASSWORD'),
  )
  if (generated !== undefined) dependencies.onPassword(generated)
  const secret = dependencies.jwtSecret ?? (await account.jwtSecret())
  const sessions = createSessions({
    account,
    repository: sessionRecords,
    secret,
    hours: dependencies.sessionHours,
    hosts,
  })
  const devices = createDeviceCookies(secret, isHttps)
  const { checkCredentials, confirmPassword, checkRecovery } = createPasswordChecks({
    account,
    attempts,
    logins,
    devices,
    rateLimit,
    log,
  })

  /** Deletes the records of all sessions and the push subscriptions of the band's phones, after the tokens have become
   * invalid. */
  const cleanUpSessions = () =>
    Promise.all([sessionRecords.removeAll(), dependencies.onSessionsEnded()])

  async function endSession(jti: string, expiresAt: Date) {
    await account.revoke(jti, expiresAt)
    await sessionRecords.remove(jti)
    await dependencies.onSessionsEnded(jti)
  }

  const routes = implement(
    adminOperations,
    {
      async logIn({ context, request, body: { username, password } }) {
        if (hosts.isForeign(request)) throw misdirected()
        const { address } = context
        const account = await checkCredentials(context, username, password)
        await logins.add(address, request.headers.get('user-agent') ?? '')
        log.info({ address }, 'login')
        const token = await sessions.issue(account, request)
        return reply(200, { token }, { 'set-cookie': devices.issue(account) })
      },
      verifyToken: ({ session: { username, expiresAt } }) =>
        reply(200, { username, expiresAt: expiresAt.toISOString() }),
      async logOut({ context, session: { jti, expiresAt } }) {
        await endSession(jti, expiresAt)
        log.info({ address: context.address }, 'logout')
        return reply(204)
      },
      async sessions({ session }) {
        const records = await sessionRecords.list()
        return reply(200, {
          sessions: records.map(({ _id, jti, startedAt, lastSeenAt, device }) => ({
            _id: _id.toHexString(),
            startedAt: startedAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
            device,
            isCurrent: jti === session.jti,
          })),
        })
      },
      async endSession({ context, parameters }) {
        const { jti, expiresAt } = await sessionRecords.find(new ObjectId(parameters.id))
        await endSession(jti, expiresAt)
        log.info({ address: context.address }, 'session ended')
        return reply(204)
      },
      async makeRecoveryCodes({ context, body: { currentPassword }, session: { username } }) {
        await confirmPassword(context, username, currentPassword, 'currentPassword')
        const codes = newRecoveryCodes()
        await account.setRecoveryCodes(codes.map(recoveryHash))
        log.info({ address: context.address }, 'recovery codes made')
        return reply(201, { codes })
      },
      async recover({ context, request, body: { username, code, newPassword } }) {
        if (hosts.isForeign(request)) throw misdirected()
        const hash = recoveryHash(code)
        await checkRecovery(context, username, async () => {
          if (!(await account.get()).recoveryCodes?.includes(hash)) return false
          const weakness = await weaknessOf(newPassword, [username, ...ownWords()])
          if (weakness) throw invalid([{ field: 'newPassword', message: weakness }])
          return account.spendRecoveryCode(hash)
        })
        const changed = await account.replacePassword(newPassword)
        await cleanUpSessions()
        log.info({ address: context.address }, 'password changed by a recovery code')
        const token = await sessions.issue(changed, request)
        return reply(200, { token }, { 'set-cookie': devices.issue(changed) })
      },
      logins: async () => reply(200, { logins: await logins.list() }),
      async logOutEverywhere({ context }) {
        await account.endSessions()
        await cleanUpSessions()
        log.info({ address: context.address }, 'logout everywhere')
        return reply(204)
      },
      async changePassword({
        context,
        request,
        body: { currentPassword, newPassword },
        session: { username },
      }) {
        const hash = await confirmPassword(context, username, currentPassword, 'currentPassword')
        const weakness = await weaknessOf(newPassword, [username, ...ownWords()])
        if (weakness) throw invalid([{ field: 'newPassword', message: weakness }])
        const generation = await account.changePassword(newPassword, hash)
        // The password was changed in the meantime, so this token is no longer valid.
        if (generation === undefined) throw unauthorised()
        await cleanUpSessions()
        log.info({ address: context.address }, 'password changed')
        const token = await sessions.issue({ username, generation }, request)
        return reply(200, { token }, { 'set-cookie': devices.issue({ username, generation }) })
      },
    },
    { authorise: sessions.verify },
  )
  return {
    routes,
    authorise: sessions.verify,
    confirmPassword,
    /** Warns if ADMIN_PASSWORD is easy to guess. */
    warnOfWeakPassword: () => warnOfWeakPassword(dependencies.password, ownWords(), log),
  }
}

/** Runs in the background, because the estimate is slow. */
function warnOfWeakPassword(password: string | undefined, ownWords: string[], log: Logger) {
  if (password === undefined) return
  void weaknessOf(password, ownWords).then((weakness) => {
    if (weakness) log.warn('ADMIN_PASSWORD is easy to guess: set a stronger one.')
  })
}
