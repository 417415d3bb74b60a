import { randomUUID } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { Elysia, t } from 'elysia'
import type { Hosts } from '../http/hosts'
import { unauthorised } from '../http/problem'
import type { RequestContext } from '../http/request-context'
import type { Session } from '../http/route'
import { describeDevice } from '../shared/device'
import type { AccountRepository, TokenOwner } from './account.repository'
import type { SessionRepository } from './sessions.repository'

const issuer = 'cover-band'
const audience = 'cover-band-admin'

export const notLoggedIn = () => unauthorised('Please log in.')

interface Dependencies {
  account: AccountRepository
  /** The key that signs the tokens. */
  secret: string
  /** The lifetime of a token. */
  sessionHours: number
  records: SessionRepository
  hosts: Hosts
  /** Refuses requests from networks that may not use the back office, and for foreign host names.
   * @throws Problem 403 or 421 */
  admit: (context: RequestContext) => void
}

export type Sessions = ReturnType<typeof createSessions>

/** Issues and verifies the administrator's tokens: JWT (RFC 7519), signed only with HS256. */
export function createSessions(dependencies: Dependencies) {
  const { account, records, secret, hosts, admit } = dependencies
  const { jwt: tokens } = new Elysia().use(
    jwt({
      name: 'jwt',
      secret,
      alg: 'HS256',
      iss: issuer,
      aud: audience,
      schema: t.Object({ generation: t.Integer() }),
    }),
  ).decorator

  return {
    /** Starts a session for the browser of a request.
     * @param name the name of the device, chosen by a person
     * @returns its token */
    async issue({ username, generation }: TokenOwner, request: Request, name?: string) {
      const exp = Math.floor(Date.now() / 1000) + dependencies.sessionHours * 3600
      const jti = randomUUID()
      await records.add(jti, new Date(exp * 1000), request, name)
      return tokens.sign({ sub: username, jti, exp, generation })
    },

    /** @throws Problem 401 for a missing, invalid, expired or revoked token, 403 from a network that may not use the back
     * office, 421 for a foreign host name */
    async verify(context: RequestContext): Promise<Session> {
      const { request } = context
      admit(context)
      const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      if (!token) throw notLoggedIn()
      const claims = await tokens.verify(token, {
        algorithms: ['HS256'],
        issuer,
        audience,
        requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'exp'],
      })
      if (claims === false) throw notLoggedIn()
      const { jti, exp } = claims
      if (jti === undefined || exp === undefined) throw notLoggedIn()
      const { username, generation } = await account.get()
      const isInvalid =
        claims.generation !== generation ||
        claims.sub !== username ||
        (await account.isRevoked(jti))
      if (isInvalid) throw notLoggedIn()
      hosts.confirm(request)
      // On a full disk a request that only reads must not fail.
      const deviceName = await records.noteUse(jti).catch(() => undefined)
      const userAgent = request.headers.get('user-agent')
      const device = userAgent ? describeDevice(userAgent) : undefined
      return { username, jti, expiresAt: new Date(exp * 1000), deviceName, device }
    },
  }
}
