import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { created, declare, deletion, ok } from './operation'
import { lineOf, lineOrNone, ObjectIdText } from './text'

export const LoginBody = t.Object({
  username: t.String({ minLength: 1, maxLength: limits.username }),
  password: t.String({ minLength: 1, maxLength: limits.password }),
  /** The name of the device, chosen by a person. */
  deviceName: t.Optional(lineOf(limits.name)),
})

export const PasswordBody = t.Object({
  currentPassword: t.String({ minLength: 1, maxLength: limits.password }),
  newPassword: t.String({ minLength: limits.minPassword, maxLength: limits.password }),
})

export const TokenResponse = t.Object({
  token: t.String(),
  /** Whether the account had its generated password until this login; the back office then opens the set-up page. */
  isNew: t.Optional(t.Boolean()),
})

export const VerifyResponse = t.Object({
  username: t.String(),
  expiresAt: t.String({ format: 'date-time' }),
})

/** A past login. */
export const Login = t.Object({
  at: t.String({ format: 'date-time' }),
  address: t.String(),
  /** The browser's User-Agent header, truncated. */
  device: t.String(),
})
export type Login = Static<typeof Login>

/** The last logins, newest first. */
export const LoginsResponse = t.Object({ logins: t.Array(Login) })

/** A session of the administrator. */
export const AdminSession = t.Object({
  _id: ObjectIdText,
  startedAt: t.String({ format: 'date-time' }),
  /** Updated at most once a minute. */
  lastSeenAt: t.String({ format: 'date-time' }),
  /** The browser's User-Agent header, truncated. */
  device: t.String(),
  /** The name of the device, chosen by a person. */
  name: t.Optional(t.String()),
  /** Whether it is the session of the request. */
  isCurrent: t.Boolean(),
})
export type AdminSession = Static<typeof AdminSession>

/** The password again, for what a stolen token alone must not allow. */
export const PasswordConfirmation = t.Object({
  currentPassword: t.String({ minLength: 1, maxLength: limits.password }),
})

/** How many recovery codes can still be used. */
export const RecoveryCodes = t.Object({ unused: t.Integer({ minimum: 0 }) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const RecoveryBody = t.Object({
  username: t.String({ minLength: 1, maxLength: limits.username }),
  code: t.String({ minLength: 1, maxLength: 100 }),
  newPassword: t.String({ minLength: limits.minPassword, maxLength: limits.password }),
  /** As in `LoginBody`. */
  deviceName: t.Optional(lineOf(limits.name)),
})

export const adminOperations = declare({
  sessions: {
    route: 'GET /api/admin/sessions',
    summary: 'The sessions of the administrator, the most recently used first',
    responses: ok('The sessions', t.Object({ sessions: t.Array(AdminSession) })),
  },
  nameSession: {
    route: 'PUT /api/admin/sessions/{id}',
    summary: 'Name the device of a session; an empty name removes it',
    json: t.Object({ name: lineOrNone(limits.name) }),
    responses: ok('The session', t.Object({ session: AdminSession })),
  },
  endSession: deletion(
    '/api/admin/sessions/{id}',
    'End a session: its token becomes invalid',
    'The session has ended',
  ),
  recoveryCodes: {
    route: 'GET /api/admin/recovery-codes',
    summary: 'How many recovery codes were not used yet',
    responses: ok('The number', RecoveryCodes),
  },
  makeRecoveryCodes: {
    route: 'POST /api/admin/recovery-codes',
    summary:
      'Make ten codes, each of which sets a new password once; the former ones become invalid',
    json: PasswordConfirmation,
    isVerbatim: true,
    responses: created(
      'The codes, which can not be read later',
      t.Object({ codes: t.Array(t.String()) }),
    ),
    problems: [429],
  },
  recover: {
    route: 'POST /api/admin/recover',
    summary: 'Set a new password with a recovery code',
    access: 'login',
    json: RecoveryBody,
    isVerbatim: true,
    responses: ok('A token', TokenResponse),
    problems: [401, 403, 421, 429],
  },
  logIn: {
    route: 'POST /api/admin/login',
    summary: 'Log in',
    access: 'login',
    json: LoginBody,
    isVerbatim: true,
    responses: ok('A token for the Authorization header', TokenResponse),
    problems: [401, 403, 421, 429],
  },
  verifyToken: {
    route: 'GET /api/admin/verify-token',
    summary: 'Whether the token is valid',
    responses: ok('It is', VerifyResponse),
  },
  logOut: {
    route: 'POST /api/admin/logout',
    summary: 'Log out',
    responses: { 204: { description: 'The token is invalid from now on' } },
  },
  logOutEverywhere: {
    route: 'POST /api/admin/logout-everywhere',
    summary: 'Log out on every device',
    responses: { 204: { description: 'Every token is invalid from now on' } },
  },
  logins: {
    route: 'GET /api/admin/logins',
    summary: 'When and from where the last logins came',
    responses: ok('Newest first', LoginsResponse),
  },
  changePassword: {
    route: 'PUT /api/admin/password',
    summary: 'Change the password; every older token becomes invalid',
    json: PasswordBody,
    isVerbatim: true,
    responses: ok('A new token', TokenResponse),
    problems: [429],
  },
})
