import { Elysia } from 'elysia'
import { LoginBody, type LoginsAnswer, PasswordBody, type VerifyAnswer } from '../contract/admin'
import { unparsed } from '../platform/authorise'
import { networkOf } from '../platform/client-address'
import type { Logger } from '../platform/log'
import { hashPassword, verifyPassword } from '../platform/password-hash'
import { invalid, Problem } from '../platform/problem'
import { readJson } from '../platform/request-body'
import { validate } from '../platform/validation'
import type { AccountStore } from './account.store'
import type { AttemptStore } from './attempts.store'
import { isCommonPassword, isMadeOf } from './common-passwords'
import type { LoginStore } from './logins.store'
import type { Sessions } from './session'

interface Parts {
  account: AccountStore
  attempts: AttemptStore
  logins: LoginStore
  sessions: Sessions
  addressOf: (request: Request) => string
  rateLimit: boolean
  /** What anybody would try first as this band's password. */
  ownWords: string[]
  log: Logger
}

const longestWaitOfAddress = 15 * 60
// Shorter, for a stranger's failures must not keep the band itself out for long.
const longestWaitOfAccount = 30

const wrongCredentials = () =>
  new Problem(401, 'Username or password is wrong.', { headers: { 'www-authenticate': 'Bearer' } })

const tooManyTries = (seconds: number) =>
  new Problem(429, 'Too many attempts. Please wait a little.', {
    headers: { 'retry-after': String(seconds) },
  })

export const adminRoutes = (parts: Parts) => {
  const { account, attempts, logins, sessions, addressOf, rateLimit, ownWords, log } = parts
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

  async function countAttempt(request: Request) {
    const address = addressOf(request)
    const network = networkOf(address)
    const subjects = [`address ${network}`, 'account admin'] as const
    if (!rateLimit) return { address, subjects }
    const wait = await takeTurn(network, ...subjects)
    if (wait > 0) {
      log.warn({ address }, 'login refused: too many attempts')
      throw tooManyTries(wait)
    }
    return { address, subjects }
  }

  return new Elysia({ name: 'admin' })
    .post(
      '/api/admin/login',
      async ({ request }) => {
        const { username, password } = validate(LoginBody, await readJson(request))
        const { address, subjects } = await countAttempt(request)
        const admin = await account.get()
        const isAdmin = username === admin.username
        const hash = isAdmin ? admin.passwordHash : await decoyHash
        if (!(await verifyPassword(password, hash)) || !isAdmin) {
          log.warn({ address }, 'login failed')
          throw wrongCredentials()
        }
        await attempts.forget([...subjects])
        await logins.add(address, request.headers.get('user-agent') ?? '')
        log.info({ address }, 'login')
        return privately({ token: await sessions.issue(username, admin.generation) })
      },
      unparsed,
    )
    .get('/api/admin/verify-token', async ({ request }) => {
      const { username, expiresAt } = await sessions.verify(request)
      const answer: VerifyAnswer = { username, expiresAt: expiresAt.toISOString() }
      return privately(answer)
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
      return privately(answer)
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
        const { address, subjects } = await countAttempt(request)
        const { passwordHash } = await account.get()
        if (!(await verifyPassword(currentPassword, passwordHash))) {
          log.warn({ address }, 'password change failed')
          throw invalid([
            { field: 'currentPassword', message: 'This is not the current password.' },
          ])
        }
        if (await isCommonPassword(newPassword))
          throw invalid([
            {
              field: 'newPassword',
              message: 'This is one of the 10,000 commonest passwords. Please choose another.',
            },
          ])
        if (isMadeOf([username, ...ownWords], newPassword))
          throw invalid([
            {
              field: 'newPassword',
              message: 'Anybody who knows the band would try this first. Please choose another.',
            },
          ])
        const generation = await account.changePassword(newPassword)
        await attempts.forget([...subjects])
        log.info({ address }, 'password changed')
        return privately({ token: await sessions.issue(username, generation) })
      },
      unparsed,
    )
}

const privately = (answer: object) =>
  Response.json(answer, { headers: { 'cache-control': 'no-store' } })
