import type { RequestContext } from '../http/request-context'
import type { Logger } from '../process/log'
import { adminPaths } from '../shared/admin-map'
import type { BandNews } from '../shared/band-news'
import { describeDevice } from '../shared/device'
import type { AccountRepository, TokenOwner } from './account.repository'
import type { DeviceCookies } from './device-cookie'
import type { LoginRepository } from './logins.repository'
import type { Sessions } from './session'
import type { SessionRepository } from './sessions.repository'

export interface LifecycleDependencies {
  account: AccountRepository
  records: SessionRepository
  logins: LoginRepository
  sessions: Sessions
  devices: DeviceCookies
  /** The origin of the public site. */
  siteOf: (request: Request) => string
  /** Called after sessions were ended.
   * @param session the id of its token; undefined for all sessions */
  onSessionsEnded: (session?: string) => Promise<unknown>
  /** Called after a login with a browser and network that are not among the last logins, without a device cookie; not after
   * the very first login. */
  notifyBand: (news: BandNews) => void
  log: Logger
}

export type SessionLifecycle = ReturnType<typeof createSessionLifecycle>

/** Starts and ends the administrator's sessions. */
export function createSessionLifecycle(dependencies: LifecycleDependencies) {
  const { account, records, logins, sessions, devices, siteOf, onSessionsEnded } = dependencies

  /** Issues a token, without recording a login.
   * @returns also the Set-Cookie header that identifies the device at its next login */
  async function grant(request: Request, admin: TokenOwner, deviceName: string | undefined) {
    const token = await sessions.issue(admin, request, deviceName)
    return { token, cookie: devices.issue(admin) }
  }

  return {
    grant,

    /** Starts a session after a login, and tells the band if the browser is new. */
    async start({ address, request }: RequestContext, admin: TokenOwner, deviceName?: string) {
      const device = request.headers.get('user-agent') ?? ''
      const isNew =
        devices.recognise(request, admin) === undefined &&
        (await logins.isNewDevice(address, device))
      await logins.add(address, device)
      dependencies.log.info({ address }, 'login')
      const access = await grant(request, admin, deviceName)
      if (isNew)
        dependencies.notifyBand({
          title: 'A new device has logged in',
          body: `${describeDevice(device)}, from ${address}. If it was none of you, change the password: that also ends all sessions, passkeys and recovery codes.`,
          address: siteOf(request) + adminPaths.account,
          tag: 'login',
        })
      return access
    },

    /** Revokes the token of a session, and deletes its record and its push subscriptions. */
    async end(jti: string, expiresAt: Date): Promise<void> {
      await account.revoke(jti, expiresAt)
      await records.remove(jti)
      await onSessionsEnded(jti)
    },

    /** Deletes the records of all sessions and the push subscriptions of the band's phones. Call it after the tokens were
     * invalidated. */
    async cleanUp(): Promise<void> {
      await Promise.all([records.removeAll(), onSessionsEnded()])
    },
  }
}
