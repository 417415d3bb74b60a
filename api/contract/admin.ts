import { type Static, Type as t } from '@sinclair/typebox'

export const LoginBody = t.Object({
  username: t.String({ minLength: 1, maxLength: 200 }),
  password: t.String({ minLength: 1, maxLength: 1024 }),
})
export type LoginBody = Static<typeof LoginBody>

export const PasswordBody = t.Object({
  currentPassword: t.String({ minLength: 1, maxLength: 1024 }),
  newPassword: t.String({ minLength: 8, maxLength: 1024 }),
})
export type PasswordBody = Static<typeof PasswordBody>

export const TokenAnswer = t.Object({ token: t.String() })
export type TokenAnswer = Static<typeof TokenAnswer>

export const VerifyAnswer = t.Object({
  username: t.String(),
  expiresAt: t.String({ format: 'date-time' }),
})
export type VerifyAnswer = Static<typeof VerifyAnswer>

/** One time that somebody logged in. */
export const Login = t.Object({
  at: t.String({ format: 'date-time' }),
  address: t.String(),
  /** What the browser calls itself. */
  device: t.String(),
})
export type Login = Static<typeof Login>

/** The last logins, newest first. */
export const LoginsAnswer = t.Object({ logins: t.Array(Login) })
export type LoginsAnswer = Static<typeof LoginsAnswer>
