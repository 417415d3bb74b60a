import { type Static, t } from 'elysia'

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
