import type { Db } from 'mongodb'
import { adminOperations } from '../contract/admin'
import { networkOf } from '../http/client-address'
import { type Hosts, misdirected } from '../http/hosts'
import { invalid, Problem } from '../http/problem'
import type { RequestContext } from '../http/request-context'
import { implement, reply } from '../http/route'
import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import { openAccountRepository } from './account.repository'
import { openAttemptRepository } from './attempts.repository'
import { createDeviceCookies } from './device-cookie'
import { openLoginRepository } from './logins.repository'
import { hashPassword, verifyPassword } from './password-hash'
import { weaknessOf } from './password-strength'
import { createSessions, unauthorised } from './session'

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
  ownWords: string[]
  /** Called with a generated password, which can't be read later. */
  onPassword: (password: string) => void
  log: Logger
}

/** Per kind. */
const maxLinesPerMinute = 30
/** Seconds. */
const maxAddressWait = 15 * 60
/** Seconds. Shorter, so that failures by strangers don't lock the band out for long. */
const maxAccountWait = 30

const wrongCredentials = () =>
  new Problem(401, 'Username or password is wrong.', { headers: { 'www-authenticate': 'Bearer' } })

const tooManyTries = (seconds: number) =>
  new Problem(429, 'Too many attempts. Please wait a little.', {
    headers: { 'retry-after': String(seconds) },
  })

/** The administrator's login, logout, password and authorisation. */
export async function createAdmin(dependencies: Dependencies) {
  const { db, hosts, isHttps, rateLimit, ownWords, log } = dependencies
  const [account, attempts, logins] = await Promise.all([
    openAccountRepository(db),
    openAttemptRepository(db),
    openLoginRepository(db),
  ])
  const generated = await account.prepare(dependencies.username, dependencies.password, () =>
    log.info('password changed by ADMIN_PASSWORD'),
  )
  if (generated !== undefined) dependencies.onPassword(generated)
  warnOfWeakPassword(dependencies.password, ownWords, log)
  const secret = dependencies.jwtSecret ?? (await account.jwtSecret())
  const sessions = createSessions({ account, secret, hours: dependencies.sessionHours, hosts })
  const devices = createDeviceCookies(secret, isHttps)
  // Strangers can cause any number of failures.
  const admitsLine = createSampler({
    maxPerMinute: maxLinesPerMinute,
    onSuppressed: (kind, count) =>
      log.warn({ kind, count }, 'further failed logins were not logged'),
  })
  // A wrong user name must cost as much time as a wrong password.
  const decoyHash = hashPassword(crypto.randomUUID())

  /** Counts an attempt without a device cookie for its address and for the account.
   * @param ofAddress the address as a subject
   * @param ofAccount the account as a subject
   * @returns seconds to wait, or 0 if the attempt was counted and may proceed */
  async function beginAttempt(network: string, ofAddress: string, ofAccount: string) {
    // The account's limit does not apply to networks from which the administrator has logged in before.
    if (await logins.isKnown(network)) return attempts.begin(ofAddress, maxAddressWait)
    return (
      // Checked first, so that an attempt that the account's limit refuses does not count for the address.
      (await attempts.waitOf(ofAccount)) ||
      (await attempts.begin(ofAddress, maxAddressWait)) ||
      (await attempts.begin(ofAccount, maxAccountWait))
    )
  }

  /** @returns the counters to reset after a successful attempt
   * @throws Problem 429 if the attempt is too early */
  async function countAttempt(context: RequestContext, username: string): Promise<string[]> {
    const { address, request } = context
    const network = networkOf(address)
    const device = devices.recognise(request, username)
    const subjects = [`address ${network}`, 'account admin'] as const
    if (!rateLimit) return [...subjects]
    const wait = device
      ? await attempts.begin(`device ${device}`, maxAddressWait)
      : await beginAttempt(network, ...subjects)
    if (wait > 0) {
      if (admitsLine('refused')) log.warn({ address }, 'login refused: too many attempts')
      throw tooManyTries(wait)
    }
    return device ? [`device ${device}`] : [...subjects]
  }

  /** Checks the password of a logged-in administrator, before actions that a stolen token alone must not allow.
   * @param field the field of the body that contains the password
   * @returns the hash of the password
   * @throws Problem 422 if the password is wrong, 429 after too many attempts */
  async function confirmPassword(
    context: RequestContext,
    username: string,
    password: string,
    field: string,
  ): Promise<string> {
    const subjects = await countAttempt(context, username)
    const { passwordHash } = await account.get()
    if (!(await verifyPassword(password, passwordHash))) {
      if (admitsLine('unconfirmed'))
        log.warn({ address: context.address }, 'a password was not confirmed')
      throw invalid([{ field, message: 'This is not the current password.' }])
    }
    await attempts.forget(subjects)
    return passwordHash
  }

  const routes = implement(
    adminOperations,
    {
      async logIn({ context, request, body: { username, password } }) {
        if (hosts.isForeign(request)) throw misdirected()
        const { address } = context
        const subjects = await countAttempt(context, username)
        const admin = await account.get()
        const isAdmin = username === admin.username
        const hash = isAdmin ? admin.passwordHash : await decoyHash
        if (!(await verifyPassword(password, hash)) || !isAdmin) {
          if (admitsLine('failed')) log.warn({ address }, 'login failed')
          throw wrongCredentials()
        }
        await attempts.forget(subjects)
        await logins.add(address, request.headers.get('user-agent') ?? '')
        log.info({ address }, 'login')
        const token = await sessions.issue(username, admin.generation)
        return reply(200, { token }, { 'set-cookie': devices.issue(username) })
      },
      verifyToken: ({ session: { username, expiresAt } }) =>
        reply(200, { username, expiresAt: expiresAt.toISOString() }),
      async logOut({ context, session: { jti, expiresAt } }) {
        await account.revoke(jti, expiresAt)
        log.info({ address: context.address }, 'logout')
        return reply(204)
      },
      logins: async () => reply(200, { logins: await logins.list() }),
      async logOutEverywhere({ context }) {
        await account.endSessions()
        log.info({ address: context.address }, 'logout everywhere')
        return reply(204)
      },
      async changePassword({
        context,
        body: { currentPassword, newPassword },
        session: { username },
      }) {
        const hash = await confirmPassword(context, username, currentPassword, 'currentPassword')
        const weakness = await weaknessOf(newPassword, [username, ...ownWords])
        if (weakness) throw invalid([{ field: 'newPassword', message: weakness }])
        const generation = await account.changePassword(newPassword, hash)
        // The password was changed in the meantime, so this token is no longer valid.
        if (generation === undefined) throw unauthorised()
        log.info({ address: context.address }, 'password changed')
        return reply(200, { token: await sessions.issue(username, generation) })
      },
    },
    sessions.verify,
  )
  return { routes, authorise: sessions.verify, confirmPassword }
}

/** Runs in the background, because the estimate is slow. */
function warnOfWeakPassword(password: string | undefined, ownWords: string[], log: Logger) {
  if (password === undefined) return
  void weaknessOf(password, ownWords).then((weakness) => {
    if (weakness) log.warn('ADMIN_PASSWORD is easy to guess: set a stronger one.')
  })
}
