import { type Db, ObjectId } from 'mongodb'
import { type AdminSession, adminOperations } from '../contract/admin'
import { createAdminNetworks } from '../http/admin-networks'
import { misdirected } from '../http/hosts'
import { invalid } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { type Call, implement, reply } from '../http/route'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { adminPaths } from '../shared/admin-map'
import type { BandNews } from '../shared/band-news'
import { describeDevice } from '../shared/device'
import {
  type AccountRecord,
  type GeneratedAccess,
  openAccountRepository,
} from './account.repository'
import { openAttemptRepository } from './attempts.repository'
import { createDeviceCookies } from './device-cookie'
import { openLoginRepository } from './logins.repository'
import { createPasskeys } from './passkeys'
import { openPasskeyRepository } from './passkeys.repository'
import { createPasswordChecks } from './password-checks'
import { weaknessOf } from './password-strength'
import { newRecoveryCodes, recoveryHash } from './recovery-codes'
import { createSessions, unauthorised } from './session'
import {
  openSessionRepository,
  type SessionRecord,
  type SessionRepository,
} from './sessions.repository'

interface Dependencies {
  db: Db
  responses: PublicResponses
  /** Other origins whose pages may call the API. */
  corsOrigins: readonly string[]
  /** Addresses and networks from which the back office can be used; empty for everywhere. */
  adminNetworks: readonly string[]
  bandName: () => string
  /** Whether visitors reach the site by https. */
  isHttps: boolean
  adminUsername: string
  adminPassword: string | undefined
  /** JWT_SECRET; without it, one is generated and stored. */
  jwtSecret: string | undefined
  sessionHours: number
  rateLimit: boolean
  /** Words that are easy to guess as this band's password, such as its name. */
  ownWords: () => string[]
  /** Called after sessions were ended.
   * @param session the id of its token; undefined for all sessions */
  onSessionsEnded: (session?: string) => Promise<unknown>
  /** Called after a login with a browser and network that are not among the last logins, without a device cookie; not after
   * the very first login. */
  notifyBand: (news: BandNews) => void
  /** Called with a generated password and a recovery code, which can't be read later. */
  onPassword: (access: GeneratedAccess) => void
  log: Logger
}

/** Milliseconds from the start to the estimate of ADMIN_PASSWORD, and from one to the next. */
const [warningDelay, warningInterval] = [5_000, 24 * 60 * 60_000]

/** The administrator's login, logout, password and authorisation. */
export async function createAdmin(dependencies: Dependencies) {
  const { db, responses, isHttps, rateLimit, ownWords, log } = dependencies
  const { hosts } = responses
  const [account, sessionRecords, attempts, logins, passkeyRecords] = await Promise.all([
    openAccountRepository(db),
    openSessionRepository(db),
    openAttemptRepository(db),
    openLoginRepository(db),
    openPasskeyRepository(db),
  ])
  const generated = await account.prepare(
    dependencies.adminUsername,
    dependencies.adminPassword,
    async () => {
      // An intruder who knew the former password may have added one.
      await passkeyRecords.removeAll()
      log.info('password changed by ADMIN_PASSWORD')
    },
  )
  if (generated) dependencies.onPassword(generated)
  const secret = dependencies.jwtSecret ?? (await account.jwtSecret())
  const networks = createAdminNetworks(dependencies.adminNetworks)
  const sessions = createSessions({
    admit: networks.admit,
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

  /** Refuses a login from another network or for a foreign host name.
   * @throws Problem 403 or 421 */
  function admit(context: RequestContext) {
    networks.admit(context)
    if (hosts.isForeign(context.request)) throw misdirected()
  }

  /** Starts a session after a login, and tells the band if the browser is new. */
  async function startSession(
    { address, request }: RequestContext,
    admin: Pick<AccountRecord, 'username' | 'generation'>,
    deviceName?: string,
  ) {
    const device = request.headers.get('user-agent') ?? ''
    const isNew =
      devices.recognise(request, admin) === undefined && (await logins.isNewDevice(address, device))
    await logins.add(address, device)
    log.info({ address }, 'login')
    const token = await sessions.issue(admin, request, deviceName)
    if (isNew)
      dependencies.notifyBand({
        title: 'A new device has logged in',
        body: `${describeDevice(device)}, from ${address}. If it was none of you, change the password: that also ends all sessions, passkeys and recovery codes.`,
        address: responses.siteOf(request) + adminPaths.account,
        tag: 'login',
      })
    return { token, cookie: devices.issue(admin) }
  }

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
      async logIn({ context, body: { username, password, deviceName } }) {
        const account = await checkCredentials(context, username, password)
        const { token, cookie } = await startSession(context, account, deviceName)
        return reply(200, { token, ...newness(account) }, { 'set-cookie': cookie })
      },
      verifyToken: ({ session: { username, expiresAt } }) =>
        reply(200, { username, expiresAt: expiresAt.toISOString() }),
      async logOut({ context, session: { jti, expiresAt } }) {
        await endSession(jti, expiresAt)
        log.info({ address: context.address }, 'logout')
        return reply(204)
      },
      ...sessionHandlers(sessionRecords, endSession, log),
      async makeRecoveryCodes({ context, body: { currentPassword }, session: { username } }) {
        await confirmPassword(context, username, currentPassword, 'currentPassword')
        const codes = newRecoveryCodes()
        await account.setRecoveryCodes(codes.map(recoveryHash))
        log.info({ address: context.address }, 'recovery codes made')
        return reply(201, { codes })
      },
      async recover({ context, body: { username, code, newPassword, deviceName } }) {
        const hash = recoveryHash(code)
        const before = await account.get()
        await checkRecovery(context, username, async () => {
          if (!(await account.get()).recoveryCodes?.includes(hash)) return false
          const weakness = await weaknessOf(newPassword, [username, ...ownWords()])
          if (weakness) throw invalid([{ field: 'newPassword', message: weakness }])
          return account.spendRecoveryCode(hash)
        })
        const changed = await account.replacePassword(newPassword)
        // An intruder may have added one.
        await passkeyRecords.removeAll()
        await cleanUpSessions()
        log.info({ address: context.address }, 'password changed by a recovery code')
        const { token, cookie } = await startSession(context, changed, deviceName)
        return reply(200, { token, ...newness(before) }, { 'set-cookie': cookie })
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
        session: { username, deviceName },
      }) {
        const hash = await confirmPassword(context, username, currentPassword, 'currentPassword')
        const weakness = await weaknessOf(newPassword, [username, ...ownWords()])
        if (weakness) throw invalid([{ field: 'newPassword', message: weakness }])
        const generation = await account.changePassword(newPassword, hash)
        // The password was changed in the meantime, so this token is no longer valid.
        if (generation === undefined) throw unauthorised()
        // An intruder who knew the password may have added one.
        await passkeyRecords.removeAll()
        await cleanUpSessions()
        log.info({ address: context.address }, 'password changed')
        const token = await sessions.issue({ username, generation }, request, deviceName)
        return reply(200, { token }, { 'set-cookie': devices.issue({ username, generation }) })
      },
    },
    { authorise: sessions.verify, admit },
  )
  const passkeys = createPasskeys({
    ...dependencies,
    account,
    repository: passkeyRecords,
    secret,
    siteOf: responses.siteOf,
    origins: dependencies.corsOrigins,
    confirmPassword,
    admit,
    startSession: async (context, deviceName) =>
      startSession(context, await account.get(), deviceName),
    authorise: sessions.verify,
  })
  // Later, because the dictionaries take half a second of processor time, which a starting site needs for visitors.
  const warning = startBackgroundTask({
    run: () => warnOfWeakPassword(dependencies.adminPassword, ownWords(), log),
    onError: (err) => log.warn({ err }, 'the strength of ADMIN_PASSWORD could not be estimated'),
    delay: warningDelay,
    interval: warningInterval,
  })
  return {
    routes: [...passkeys, ...routes],
    /** Whether a request comes from a network that may use the back office. */
    isAllowed: networks.isAllowed,
    authorise: sessions.verify,
    confirmPassword,
    stop: warning.stop,
  }
}

type Operations = typeof adminOperations

/** The handlers of the list of sessions. */
const sessionHandlers = (
  records: SessionRepository,
  endSession: (jti: string, expiresAt: Date) => Promise<void>,
  log: Logger,
) => ({
  async sessions({ session }: Call<Operations['sessions']>) {
    const all = await records.list()
    return reply(200, {
      sessions: all.map((record) => toAdminSession(record, session.jti)),
    })
  },
  async nameSession({ parameters, body, session }: Call<Operations['nameSession']>) {
    const renamed = await records.rename(new ObjectId(parameters.id), body.name.trim())
    return reply(200, { session: toAdminSession(renamed, session.jti) })
  },
  async endSession({ context, parameters }: Call<Operations['endSession']>) {
    const { jti, expiresAt } = await records.find(new ObjectId(parameters.id))
    await endSession(jti, expiresAt)
    log.info({ address: context.address }, 'session ended')
    return reply(204)
  },
})

/** The field of a login after which the set-up page opens. */
const newness = ({ isGenerated }: AccountRecord) => (isGenerated ? { isNew: true } : {})

const toAdminSession = (
  { _id, jti, startedAt, lastSeenAt, device, name }: SessionRecord,
  currentJti: string,
): AdminSession => ({
  _id: _id.toHexString(),
  startedAt: startedAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  device,
  ...(name !== undefined && { name }),
  isCurrent: jti === currentJti,
})

async function warnOfWeakPassword(password: string | undefined, ownWords: string[], log: Logger) {
  if (password !== undefined && (await weaknessOf(password, ownWords)))
    log.warn('ADMIN_PASSWORD is easy to guess: set a stronger one.')
}
