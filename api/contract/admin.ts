import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { declare } from './operation'

export const LoginBody = t.Object({
  username: t.String({ minLength: 1, maxLength: limits.username }),
  password: t.String({ minLength: 1, maxLength: limits.password }),
})
export type LoginBody = Static<typeof LoginBody>

export const PasswordBody = t.Object({
  currentPassword: t.String({ minLength: 1, maxLength: limits.password }),
  newPassword: t.String({ minLength: limits.minPassword, maxLength: limits.password }),
})
export type PasswordBody = Static<typeof PasswordBody>

export const TokenResponse = t.Object({ token: t.String() })
export type TokenResponse = Static<typeof TokenResponse>

export const VerifyResponse = t.Object({
  username: t.String(),
  expiresAt: t.String({ format: 'date-time' }),
})
export type VerifyResponse = Static<typeof VerifyResponse>

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
export type LoginsResponse = Static<typeof LoginsResponse>

export const adminOperations = declare({
  logIn: {
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Log in',
    access: 'anyone',
    json: LoginBody,
    isVerbatim: true,
    responses: {
      200: { description: 'A token for the Authorization header', schema: TokenResponse },
    },
    problems: [401, 421, 429],
  },
  verifyToken: {
    method: 'GET',
    path: '/api/admin/verify-token',
    summary: 'Whether the token is valid',
    access: 'admin',
    responses: { 200: { description: 'It is', schema: VerifyResponse } },
  },
  logOut: {
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'Log out',
    access: 'admin',
    responses: { 204: { description: 'The token is invalid from now on' } },
  },
  logOutEverywhere: {
    method: 'POST',
    path: '/api/admin/logout-everywhere',
    summary: 'Log out on every device',
    access: 'admin',
    responses: { 204: { description: 'Every token is invalid from now on' } },
  },
  logins: {
    method: 'GET',
    path: '/api/admin/logins',
    summary: 'When and from where the last logins came',
    access: 'admin',
    responses: { 200: { description: 'Newest first', schema: LoginsResponse } },
  },
  changePassword: {
    method: 'PUT',
    path: '/api/admin/password',
    summary: 'Change the password; every older token becomes invalid',
    access: 'admin',
    json: PasswordBody,
    isVerbatim: true,
    responses: { 200: { description: 'A new token', schema: TokenResponse } },
    problems: [429],
  },
})
