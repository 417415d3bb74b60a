import { networkOf } from '../http/client-address'
import { invalidField, tooManyRequests, unauthorised } from '../http/problem'
import type { RequestContext } from '../http/request-context'
import type { ConfirmPassword } from '../http/route'
import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import type { AccountRecord, AccountRepository } from './account.repository'
import type { AttemptRepository } from './attempts.repository'
import type { DeviceCookies } from './device-cookie'
import type { LoginRepository } from './logins.repository'
import { hashPassword, verifyPassword } from './password-hash'

interface Dependencies {
  account: AccountRepository
  attempts: AttemptRepository
  logins: LoginRepository
  devices: DeviceCookies
  rateLimit: boolean
  log: Logger
}

/** Per kind. */
const maxLinesPerMinute = 30
/** Seconds. */
const maxAddressWait = 15 * 60
/** Seconds. Shorter, so that failures by strangers don't lock the band out for long. */
const maxAccountWait = 30

export type PasswordChecks = ReturnType<typeof createPasswordChecks>

/** Checks passwords, and limits the number of attempts. */
export function createPasswordChecks(dependencies: Dependencies) {
  const { account, attempts, logins, devices, rateLimit, log } = dependencies
  // Limited, because strangers can cause any number of failures.
  const admitsLine = createSampler({
    maxPerMinute: maxLinesPerMinute,
    onSuppressed: (kind, count) =>
      log.warn({ kind, count }, 'further failed logins were not logged'),
  })
  // A wrong user name must cost as much time as a wrong password.
  const decoyHash = hashPassword(crypto.randomUUID())

  /** @returns the counters to reset after a successful attempt
   * @throws Problem 429 if the attempt is too early */
  async function countAttempt(
    { address, request }: RequestContext,
    username: string,
    admin: AccountRecord,
  ): Promise<string[]> {
    const network = networkOf(address)
    const device = username === admin.username && devices.recognise(request, admin)
    // With a device cookie, an attempt counts for the device and for all devices at its address: an address has at most twice the
    // guesses, however many cookies it has. Without one, it counts for the address and for the account.
    const [ofAddress, own, maxWait] = device
      ? ([`devices of ${network}`, `device ${device}`, maxAddressWait] as const)
      : ([`address ${network}`, 'account admin', maxAccountWait] as const)
    if (!rateLimit) return [ofAddress, own]
    // The account's limit does not apply to networks from which the administrator has logged in before.
    const isExempt = !device && (await logins.isKnown(network))
    const wait =
      // Checked first, so that an attempt that this limit refuses does not count for the address.
      (!isExempt && (await attempts.waitOf(own))) ||
      (await attempts.begin(ofAddress, maxAddressWait)) ||
      (!isExempt && (await attempts.begin(own, maxWait)))
    if (wait) {
      if (admitsLine('refused')) log.warn({ address }, 'login refused: too many attempts')
      throw tooManyRequests('Too many attempts. Please wait a little.', wait)
    }
    return [ofAddress, own]
  }

  const confirmPassword: ConfirmPassword = async (context, username, password) => {
    const admin = await account.get()
    const subjects = await countAttempt(context, username, admin)
    const { passwordHash } = admin
    if (!(await verifyPassword(password, passwordHash))) {
      if (admitsLine('unconfirmed'))
        log.warn({ address: context.address }, 'a password was not confirmed')
      throw invalidField('currentPassword', 'This is not the current password.')
    }
    await attempts.forget(subjects)
    return passwordHash
  }

  /** Checks a user name and a password.
   * @returns the account
   * @throws Problem 401 if either is wrong, 429 after too many attempts */
  async function checkCredentials(context: RequestContext, username: string, password: string) {
    // Before the password is checked, so that the response does not reveal whether it is right.
    const wait = rateLimit ? await logins.waitOf(networkOf(context.address)) : 0
    if (wait > 0) throw tooManyRequests('Too many attempts. Please wait a little.', wait)
    const admin = await account.get()
    const subjects = await countAttempt(context, username, admin)
    const isAdmin = username === admin.username
    const hash = isAdmin ? admin.passwordHash : await decoyHash
    if (!(await verifyPassword(password, hash)) || !isAdmin) {
      if (admitsLine('failed')) log.warn({ address: context.address }, 'login failed')
      throw unauthorised('Username or password is wrong.')
    }
    await attempts.forget(subjects)
    return admin
  }

  /** Checks a recovery code, with the limits of logins.
   * @param use uses the code up, and returns the account; null if the code is not valid
   * @throws Problem 401 if the user name or the code is wrong, 429 after too many attempts; the errors of `use` */
  async function checkRecovery(
    context: RequestContext,
    username: string,
    use: () => Promise<AccountRecord | null>,
  ): Promise<AccountRecord> {
    const admin = await account.get()
    const subjects = await countAttempt(context, username, admin)
    const changed = username === admin.username ? await use() : null
    if (!changed) {
      if (admitsLine('failed')) log.warn({ address: context.address }, 'recovery failed')
      throw unauthorised('User name or code is wrong.')
    }
    await attempts.forget(subjects)
    return changed
  }

  return { checkCredentials, confirmPassword, checkRecovery }
}
