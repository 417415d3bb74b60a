import { type Db, ObjectId } from 'mongodb'
import { type AdminSession, adminOperations } from '../contract/admin'
import { createAdminNetworks } from '../http/admin-networks'
import { misdirected } from '../http/hosts'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { implement, reply } from '../http/route'
import { type GeneratedAccess, openAccountRepository } from './account.repository'
import { openAttemptRepository } from './attempts.repository'
import { createDeviceCookies } from './device-cookie'
import { openLoginRepository } from './logins.repository'
import { createPasskeys } from './passkeys'
import { openPasskeyRepository } from './passkeys.repository'
import { createPasswordChecks } from './password-checks'
import { newness, passwordHandlers } from './password-handlers'
import { createSessions } from './session'
import { createSessionLifecycle, type LifecycleDependencies } from './session-lifecycle'
import { openSessionRepository, type SessionRecord } from './sessions.repository'

interface Dependencies
  extends Pick<LifecycleDependencies, 'onSessionsEnded' | 'notifyBand' | 'log'> {
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
  /** Called with a generated password and a recovery code, which can't be read later. */
  onPassword: (access: GeneratedAccess) => void
}

/** The administrator's login, logout, password and authorisation. */
export async function createAdmin(dependencies: Dependencies) {
  const { db, adminUsername, adminPassword, log } = dependencies
  const { hosts, siteOf } = dependencies.responses
  const [account, records, attempts, logins, passkeys] = await Promise.all([
    openAccountRepository(db),
    openSessionRepository(db),
    openAttemptRepository(db),
    openLoginRepository(db),
    openPasskeyRepository(db),
  ])
  const generated = await account.prepare(adminUsername, adminPassword, async () => {
    // An intruder who knew the former password may have added a passkey.
    await passkeys.removeAll()
    log.info('password changed by ADMIN_PASSWORD')
  })
  if (generated) dependencies.onPassword(generated)
  const secret = dependencies.jwtSecret ?? (await account.jwtSecret())
  const networks = createAdminNetworks(dependencies.adminNetworks)

  /** Refuses requests from networks that may not use the back office, and for foreign host names.
   * @throws Problem 403 or 421 */
  function admit(context: RequestContext) {
    networks.admit(context)
    if (hosts.isForeign(context.request)) throw misdirected()
  }

  const devices = createDeviceCookies(secret, dependencies.isHttps)
  const repositories = { account, records, attempts, logins, passkeys }
  const shared = { ...dependencies, ...repositories, devices, secret, hosts, siteOf, admit }
  const sessions = createSessions(shared)
  const checks = createPasswordChecks(shared)
  const lifecycle = createSessionLifecycle({ ...shared, sessions })

  const routes = implement(
    adminOperations,
    {
      async logIn({ context, body: { username, password, deviceName } }) {
        const admin = await checks.checkCredentials(context, username, password)
        const { token, cookie } = await lifecycle.start(context, admin, deviceName)
        return reply(200, { token, ...newness(admin) }, { 'set-cookie': cookie })
      },
      verifyToken: ({ session: { username, expiresAt } }) =>
        reply(200, { username, expiresAt: expiresAt.toISOString() }),
      logins: async () => reply(200, { logins: await logins.list() }),
      ...passwordHandlers({ ...shared, checks, lifecycle }),
      async logOut({ context, session: { jti, expiresAt } }) {
        await lifecycle.end(jti, expiresAt)
        log.info({ address: context.address }, 'logout')
        return reply(204)
      },
      async logOutEverywhere({ context }) {
        await account.endSessions()
        await lifecycle.cleanUp()
        log.info({ address: context.address }, 'logout everywhere')
        return reply(204)
      },
      async sessions({ session }) {
        const all = await records.list()
        return reply(200, { sessions: all.map((record) => toAdminSession(record, session.jti)) })
      },
      async nameSession({ parameters, body, session }) {
        const renamed = await records.rename(new ObjectId(parameters.id), body.name.trim())
        return reply(200, { session: toAdminSession(renamed, session.jti) })
      },
      async endSession({ context, parameters }) {
        const { jti, expiresAt } = await records.find(new ObjectId(parameters.id))
        await lifecycle.end(jti, expiresAt)
        log.info({ address: context.address }, 'session ended')
        return reply(204)
      },
    },
    { authorise: sessions.verify, admit },
  )
  const passkeyRoutes = createPasskeys({
    ...shared,
    confirmPassword: checks.confirmPassword,
    startSession: lifecycle.start,
    authorise: sessions.verify,
  })
  return {
    routes: [...passkeyRoutes, ...routes],
    /** Whether a request comes from a network that may use the back office. */
    isAllowed: networks.isAllowed,
    authorise: sessions.verify,
    confirmPassword: checks.confirmPassword,
  }
}

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
