import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Static, type TUnsafe, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { PasswordConfirmation, TokenResponse } from './admin'
import { created, declare, deletion, ok } from './operation'
import { lineOf, ObjectIdText } from './text'

/** A passkey of the administrator (Web Authentication Level 3). */
export const Passkey = t.Object({
  _id: ObjectIdText,
  name: t.String(),
  createdAt: t.String({ format: 'date-time' }),
  lastUsedAt: t.Optional(t.String({ format: 'date-time' })),
})
export type Passkey = Static<typeof Passkey>

/** An object that Web Authentication defines; its content is checked by the library that verifies it. */
const webAuthn = <Shape>() =>
  t.Object({}, { additionalProperties: true }) as unknown as TUnsafe<Shape>

export const passkeyOperations = declare({
  passkeys: {
    route: 'GET /api/admin/passkeys',
    summary: 'The passkeys, the oldest first',
    responses: ok('The passkeys', t.Object({ passkeys: t.Array(Passkey) })),
  },
  startPasskeyRegistration: {
    route: 'POST /api/admin/passkeys/registration',
    summary: 'The options with which a browser creates a passkey; valid for five minutes',
    json: PasswordConfirmation,
    isVerbatim: true,
    responses: ok(
      'PublicKeyCredentialCreationOptionsJSON',
      t.Object({ options: webAuthn<PublicKeyCredentialCreationOptionsJSON>() }),
    ),
    problems: [429],
  },
  addPasskey: {
    route: 'POST /api/admin/passkeys',
    summary: 'Add the passkey that a browser has created',
    json: t.Object({ name: lineOf(limits.name), credential: webAuthn<RegistrationResponseJSON>() }),
    responses: created('The passkey', t.Object({ passkey: Passkey })),
    problems: [409],
  },
  deletePasskey: deletion(
    '/api/admin/passkeys/{id}',
    'Delete a passkey; sessions that it has started go on',
    'It is deleted',
  ),
  startPasskeyLogin: {
    route: 'POST /api/admin/passkeys/challenge',
    summary: 'The options with which a browser uses a passkey; valid for five minutes',
    access: 'login',
    responses: ok(
      'PublicKeyCredentialRequestOptionsJSON',
      t.Object({ options: webAuthn<PublicKeyCredentialRequestOptionsJSON>() }),
    ),
    problems: [403, 421],
  },
  logInByPasskey: {
    route: 'POST /api/admin/passkeys/login',
    summary: 'Log in with a passkey',
    access: 'login',
    json: t.Object({
      credential: webAuthn<AuthenticationResponseJSON>(),
      deviceName: t.Optional(lineOf(limits.name)),
    }),
    responses: ok('A token', TokenResponse),
    problems: [401, 403, 421],
  },
})
