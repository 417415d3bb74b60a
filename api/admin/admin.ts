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
  /** Words that anybody would try first as this band's password. */
  ownWords: string[]
  /** Called with a generated password, which is known only now. */
  onPassword: (password: string) => void
  log: Logger
}

/** Of each kind, in a minute. */
const mostLinesLogged = 30
const longestWaitOfAddress = 15 * 60
// Shorter, for a stranger's failures must not keep the band itself out for long.
const longestWaitOfAccount = 30

const wrongCredentials = () =>
  new Problem(401, 'Username or password is wrong.', { headers: { 'www-authenticate': 'Bearer' } })

const tooManyTries = (seconds: number) =>
  new Problem(429, 'Too many attempts. Please wait a little.', {
    headers: { 'retry-after': String(seconds) },
  })

/** The administrator: logging in and out, the password, and the guard of everything that is for them alone. */
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
  // Strangers choose how often they try.
  const admitsLine = createSampler({
    mostPerMinute: mostLinesLogged,
    onSuppressed: (kind, count) =>
      log.warn({ kind, count }, 'further failed logins were not logged'),
  })
  // A wrong user name must cost as much time as a wrong password.
  const decoyHash = hashPassword(crypto.randomUUID())

  /** @returns seconds to wait, or 0 when the attempt was counted and may go on */
  async function takeTurn(network: string, own: string, all: string): Promise<number> {
    // However many strangers guess, they keep nobody out who comes from where the band has been let in before.
    if (await logins.isKnown(network)) return attempts.begin(own, longestWaitOfAddress)
    return (
      // What the account refuses is nothing that this address did.
      (await attempts.waitOf(all)) ||
      (await attempts.begin(own, longestWaitOfAddress)) ||
      (await attempts.begin(all, longestWaitOfAccount))
    )
  }

  /** @returns the counters to reset after a successful attempt
   * @throws Problem 429 when it came too early */
  async function countAttempt(context: RequestContext, username: string): Promise<string[]> {
    const { address, request } = context
    const network = networkOf(address)
    const device = devices.recognise(request, username)
    const subjects = [`address ${network}`, 'account admin'] as const
    if (!rateLimit) return [...subjects]
    const wait = device
      ? await attempts.begin(`device ${device}`, longestWaitOfAddress)
      : await takeTurn(network, ...subjects)
    if (wait > 0) {
      if (admitsLine('refused')) log.warn({ address }, 'login refused: too many attempts')
      throw tooManyTries(wait)
    }
    return device ? [`device ${device}`] : [...subjects]
  }

  /** Asks a logged-in administrator for the password again, before actions that a stolen token alone must not allow.
   * @param field of the body that holds the password
   * @returns the hash that it was checked against
   * @throws Problem 422 when it is wrong, 429 when it was tried too often */
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

/** Takes its time; the start doesn't wait for it. */
function warnOfWeakPassword(password: string | undefined, ownWords: string[], log: Logger) {
  if (password === undefined) return
  void weaknessOf(password, ownWords).then((weakness) => {
    if (weakness) log.warn('ADMIN_PASSWORD is easy to guess: set a stronger one.')
  })
}
