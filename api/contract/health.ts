import { type Static, Type as t } from '@sinclair/typebox'

export const HealthAnswer = t.Object({
  status: t.Union([t.Literal('ok'), t.Literal('unavailable')]),
})
export type HealthAnswer = Static<typeof HealthAnswer>
