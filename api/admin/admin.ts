import { type Db, ObjectId } from 'mongodb'
import { type AdminSession, adminOperations } from '../contract/admin'
import { createAdminNetworks } from '../http/admin-networks'
import { misdirected } from '../http/hosts'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { type Call, implement, reply } from '../http/route'
import type { Logger } from '../process/log'
import {
  type AccountRepository,
  type GeneratedAccess,
  openAccountRepository,
} from './account.repository'
import { openAttemptRepository } from './attempts.repository'
import { createDeviceCookies } from './device-cookie'
import { openLoginRepository } from './logins.repository'
import { createPasskeys } from './passkeys'
import { openPasskeyRepository, type PasskeyRepository } from './passkeys.repository'
import { createPasswordChecks } from './password-checks'
import { newness, passwordHandlers } from './password-handlers'
import { createSessions } from './session'
import {
  createSessionLifecycle,
  type LifecycleDependencies,
  type SessionLifecycle,
} from './session-lifecycle'
import {
  openSessionRepository,
  type SessionRecord,
  type SessionRepository,
} from './sessions.repository'

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
  const { responses, ownWords, log } = dependencies
  const { hosts, siteOf } = responses
  const repositories = await openRepositories(dependencies.db)
  const { account, records, logins, passkeys } = repositories
  await prepareAccount(dependencies, account, passkeys)
  const secret = dependencies.jwtSecret ?? (await account.jwtSecret())
  const networks = createAdminNetworks(dependencies.adminNetworks)

  /** Refuses requests from networks that may not use the back office, and for foreign host names.
   * @throws Problem 403 or 421 */
  function admit(context: RequestContext) {
    networks.admit(context)
    if (hosts.isForeign(context.request)) throw misdirected()
  }

  const sessions = createSessions({
    admit,
    account,
    repository: records,
    secret,
    hours: dependencies.sessionHours,
    hosts,
  })
  const devices = createDeviceCookies(secret, dependencies.isHttps)
  const shared = { ...dependencies, ...repositories, devices, siteOf }
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
      ...passwordHandlers({ account, passkeys, checks, lifecycle, ownWords, log }),
      ...sessionHandlers(account, records, lifecycle, log),
    },
    { authorise: sessions.verify, admit },
  )
  const passkeyRoutes = createPasskeys({
    ...shared,
    repository: passkeys,
    secret,
    origins: dependencies.corsOrigins,
    confirmPassword: checks.confirmPassword,
    admit,
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

type Operations = typeof adminOperations

/** The handlers that list, name and end sessions. */
const sessionHandlers = (
  account: AccountRepository,
  records: SessionRepository,
  lifecycle: SessionLifecycle,
  log: Logger,
) => ({
  async logOut({ context, session: { jti, expiresAt } }: Call<Operations['logOut']>) {
    await lifecycle.end(jti, expiresAt)
    log.info({ address: context.address }, 'logout')
    return reply(204)
  },
  async logOutEverywhere({ context }: Call<Operations['logOutEverywhere']>) {
    await account.endSessions()
    await lifecycle.cleanUp()
    log.info({ address: context.address }, 'logout everywhere')
    return reply(204)
  },
  async sessions({ session }: Call<Operations['sessions']>) {
    const all = await records.list()
    return reply(200, { sessions: all.map((record) => toAdminSession(record, session.jti)) })
  },
  async nameSession({ parameters, body, session }: Call<Operations['nameSession']>) {
    const renamed = await records.rename(new ObjectId(parameters.id), body.name.trim())
    return reply(200, { session: toAdminSession(renamed, session.jti) })
  },
  async endSession({ context, parameters }: Call<Operations['endSession']>) {
    const { jti, expiresAt } = await records.find(new ObjectId(parameters.id))
    await lifecycle.end(jti, expiresAt)
    log.info({ address: context.address }, 'session ended')
    return reply(204)
  },
})

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

async function openRepositories(db: Db) {
  const [account, records, attempts, logins, passkeys] = await Promise.all([
    openAccountRepository(db),
    openSessionRepository(db),
    openAttemptRepository(db),
    openLoginRepository(db),
    openPasskeyRepository(db),
  ])
  return { account, records, attempts, logins, passkeys }
}

/** Creates the account, or updates it from the environment. */
async function prepareAccount(
  { adminUsername, adminPassword, onPassword, log }: Dependencies,
  account: AccountRepository,
  passkeys: PasskeyRepository,
) {
  const generated = await account.prepare(adminUsername, adminPassword, async () => {
    // An intruder who knew the former password may have added one.
    await passkeys.removeAll()
    log.info('password changed by ADMIN_PASSWORD')
  })
  if (generated) onPassword(generated)
}
