import { Elysia } from 'elysia'
import { LoginBody, type LoginsAnswer, PasswordBody, type VerifyAnswer } from '../contract/admin'
import { unparsed } from '../http/authorise'
import { networkOf } from '../http/client-address'
import { type Hosts, misdirected } from '../http/hosts'
import { privateJson } from '../http/private-json'
import { invalid, Problem } from '../http/problem'
import { readJson } from '../http/request-body'
import { validate } from '../http/validation'
import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import type { AccountStore } from './account.repository'
import type { AttemptStore } from './attempts.repository'
import type { DeviceCookies } from './device-cookie'
import type { LoginStore } from './logins.repository'
import { hashPassword, verifyPassword } from './password-hash'
import { weaknessOf } from './password-strength'
import { type Sessions, unauthorised } from './session'

interface Parts {
  account: AccountStore
  attempts: AttemptStore
  logins: LoginStore
  sessions: Sessions
  devices: DeviceCookies
  hosts: Hosts
  addressOf: (request: Request) => string
  rateLimit: boolean
  /** What anybody would try first as this band's password. */
  ownWords: string[]
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

export const createAdmin = (parts: Parts) => {
  const { account, attempts, logins, sessions, devices, hosts, addressOf } = parts
  const { rateLimit, ownWords, log } = parts
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
  async function countAttempt(request: Request, username: string): Promise<string[]> {
    const address = addressOf(request)
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
    request: Request,
    username: string,
    password: string,
    field: string,
  ): Promise<string> {
    const subjects = await countAttempt(request, username)
    const { passwordHash } = await account.get()
    if (!(await verifyPassword(password, passwordHash))) {
      if (admitsLine('unconfirmed'))
        log.warn({ address: addressOf(request) }, 'a password was not confirmed')
      throw invalid([{ field, message: 'This is not the current password.' }])
    }
    await attempts.forget(subjects)
    return passwordHash
  }

  const routes = new Elysia({ name: 'admin' })
    .post(
      '/api/admin/login',
      async ({ request }) => {
        if (hosts.isForeign(request)) throw misdirected()
        const { username, password } = validate(LoginBody, await readJson(request))
        const address = addressOf(request)
        const subjects = await countAttempt(request, username)
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
        const response = privateJson({ token: await sessions.issue(username, admin.generation) })
        response.headers.set('set-cookie', devices.issue(username))
        return response
      },
      unparsed,
    )
    .get('/api/admin/verify-token', async ({ request }) => {
      const { username, expiresAt } = await sessions.verify(request)
      const answer: VerifyAnswer = { username, expiresAt: expiresAt.toISOString() }
      return privateJson(answer)
    })
    .post(
      '/api/admin/logout',
      async ({ request }) => {
        const { jti, expiresAt } = await sessions.verify(request)
        await account.revoke(jti, expiresAt)
        log.info({ address: addressOf(request) }, 'logout')
        return new Response(null, { status: 204 })
      },
      unparsed,
    )
    .get('/api/admin/logins', async ({ request }) => {
      await sessions.verify(request)
      const answer: LoginsAnswer = { logins: await logins.list() }
      return privateJson(answer)
    })
    .post(
      '/api/admin/logout-everywhere',
      async ({ request }) => {
        await sessions.verify(request)
        await account.endSessions()
        log.info({ address: addressOf(request) }, 'logout everywhere')
        return new Response(null, { status: 204 })
      },
      unparsed,
    )
    .put(
      '/api/admin/password',
      async ({ request }) => {
        const { username } = await sessions.verify(request)
        const { currentPassword, newPassword } = validate(PasswordBody, await readJson(request))
        const hash = await confirmPassword(request, username, currentPassword, 'currentPassword')
        const weakness = await weaknessOf(newPassword, [username, ...ownWords])
        if (weakness) throw invalid([{ field: 'newPassword', message: weakness }])
        const generation = await account.changePassword(newPassword, hash)
        // The password was changed in the meantime, so this token is no longer valid.
        if (generation === undefined) throw unauthorised()
        log.info({ address: addressOf(request) }, 'password changed')
        return privateJson({ token: await sessions.issue(username, generation) })
      },
      unparsed,
    )
  return { routes, confirmPassword }
}
