import { type Static, Type as t } from '@sinclair/typebox'

/** A rejected field of a body; `message` is a sentence for users. */
export const FieldError = t.Object({ field: t.String(), message: t.String() })
export type FieldError = Static<typeof FieldError>

/** Problem details for HTTP APIs (RFC 9457). */
export const ProblemDetails = t.Object({
  type: t.String(),
  title: t.String(),
  status: t.Integer(),
  detail: t.String(),
  errors: t.Optional(t.Array(FieldError)),
})
export type ProblemDetails = Static<typeof ProblemDetails>
