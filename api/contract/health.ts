import { type Static, t } from 'elysia'

export const HealthAnswer = t.Object({
  status: t.Union([t.Literal('ok'), t.Literal('unavailable')]),
})
export type HealthAnswer = Static<typeof HealthAnswer>
