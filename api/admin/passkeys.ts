import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { ObjectId } from 'mongodb'
import { type Passkey, passkeyOperations } from '../contract/passkeys'
import { invalidField, unauthorised } from '../http/problem'
import { removeIfSessionEnded } from '../http/remove-if-session-ended'
import type { RequestContext } from '../http/request-context'
import { type Authorise, type ConfirmPassword, implement, reply } from '../http/route'
import type { AccountRepository } from './account.repository'
import { challengeLife, createChallenges, type Purpose } from './challenges'
import type { PasskeyRepository } from './passkeys.repository'
import type { SessionLifecycle } from './session-lifecycle'

interface Dependencies {
  account: AccountRepository
  passkeys: PasskeyRepository
  /** The challenges' key is derived from it. */
  secret: string
  /** The origin of the site's pages. */
  siteOf: (request: Request) => string
  /** Other origins whose pages may call the API. */
  corsOrigins: readonly string[]
  bandName: () => string
  confirmPassword: ConfirmPassword
  /** Refuses requests that may not use the back office. */
  admit: (context: RequestContext) => void
  /** Starts a session, after the passkey was verified. */
  startSession: SessionLifecycle['start']
  authorise: Authorise
}

type PasskeyRecord = NonNullable<Awaited<ReturnType<PasskeyRepository['find']>>>

/** Loaded when it is needed, because it takes 23 MB of memory and most sites have no passkey. */
const webAuthn = () => import('@simplewebauthn/server')

/** The browser can keep one passkey for each user id; there is one account. */
const userId = new Uint8Array(Buffer.from('admin'))

const wrongPasskey = () =>
  unauthorised('This passkey was not accepted. Try it again, or log in with the password.')

/** Login by passkeys (Web Authentication Level 3); the password stays valid. */
export function createPasskeys(dependencies: Dependencies) {
  const { account, passkeys, siteOf, confirmPassword, admit, authorise } = dependencies
  const challenges = createChallenges(dependencies.secret)

  /** The values that the response of an authenticator must match. */
  const expected = (request: Request, purpose: Purpose) => ({
    expectedOrigin: [siteOf(request), ...dependencies.corsOrigins],
    expectedRPID: hostOf(request),
    /** Each challenge is accepted once. */
    async expectedChallenge(challenge: string) {
      const expiresAt = challenges.expiryOf(purpose, challenge)
      return expiresAt !== undefined && account.takeOnce(challenge, expiresAt)
    },
  })
  const hostOf = (request: Request) => new URL(siteOf(request)).hostname

  /** @throws Problem 401 if it is not the response of a stored passkey */
  async function verify(request: Request, response: AuthenticationResponseJSON): Promise<void> {
    const passkey = typeof response.id === 'string' && (await passkeys.find(response.id))
    if (!passkey) throw wrongPasskey()
    const { verifyAuthenticationResponse } = await webAuthn()
    const verified = await verifyAuthenticationResponse({
      response,
      ...expected(request, 'login'),
      credential: credentialOf(passkey),
    }).catch(() => undefined)
    if (!verified?.verified) throw wrongPasskey()
    await passkeys.noteUse(passkey._id, verified.authenticationInfo.newCounter)
  }

  return implement(
    passkeyOperations,
    {
      passkeys: async () => reply(200, { passkeys: (await passkeys.list()).map(toPasskey) }),
      async startPasskeyRegistration({ context, request, body, session: { username } }) {
        await confirmPassword(context, username, body.currentPassword)
        const { generateRegistrationOptions } = await webAuthn()
        const options = await generateRegistrationOptions({
          rpName: dependencies.bandName(),
          rpID: hostOf(request),
          userName: username,
          userID: userId,
          challenge: challenges.issue('registration'),
          timeout: challengeLife,
          excludeCredentials: (await passkeys.list()).map(({ credentialId, transports }) => ({
            id: credentialId,
            transports,
          })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })
        return reply(200, { options })
      },
      async addPasskey({ context, request, body: { name, credential } }) {
        const { verifyRegistrationResponse } = await webAuthn()
        const verified = await verifyRegistrationResponse({
          response: credential,
          ...expected(request, 'registration'),
        }).catch(() => undefined)
        if (!verified?.verified)
          throw invalidField('credential', 'The passkey could not be verified. Try again.')
        const passkey = await passkeys.add(name, verified.registrationInfo.credential)
        await removeIfSessionEnded(authorise, context, () => passkeys.remove(passkey._id))
        return reply(201, { passkey: toPasskey(passkey) })
      },
      async deletePasskey({ parameters }) {
        await passkeys.remove(new ObjectId(parameters.id))
        return reply(204)
      },
      async startPasskeyLogin({ request }) {
        const { generateAuthenticationOptions } = await webAuthn()
        const options = await generateAuthenticationOptions({
          rpID: hostOf(request),
          challenge: challenges.issue('login'),
          timeout: challengeLife,
          userVerification: 'required',
        })
        return reply(200, { options })
      },
      async logInByPasskey({ context, request, body: { credential, deviceName } }) {
        // Read first, so that a password that is changed meanwhile ends this session, too.
        const admin = await account.get()
        await verify(request, credential)
        const { token, cookie } = await dependencies.startSession(context, admin, deviceName)
        return reply(200, { token }, { 'set-cookie': cookie })
      },
    },
    { authorise, admit },
  )
}

const credentialOf = ({ credentialId, publicKey, counter, transports }: PasskeyRecord) => ({
  id: credentialId,
  publicKey: new Uint8Array(publicKey.value()),
  counter,
  transports,
})

const toPasskey = ({ _id, name, createdAt, lastUsedAt }: PasskeyRecord): Passkey => ({
  _id: _id.toHexString(),
  name,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
})
