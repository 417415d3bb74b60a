import { type HealthResponse, healthOperations } from '../contract/health'
import { implement, reply } from '../http/route'

type Alarm = NonNullable<HealthResponse['alarms']>[number]

interface Dependencies {
  /** Whether the database responds within a time (milliseconds). */
  respondsWithin: (milliseconds: number) => Promise<boolean>
  isStopping: () => boolean
  /** For each alarm, whether it is on. */
  alarms: Record<Alarm, () => boolean | Promise<boolean>>
}

/** Milliseconds. */
const databaseTimeout = 1_000

const ok: HealthResponse = { status: 'ok' }
const unavailable: HealthResponse = { status: 'unavailable' }

/** Liveness: the process runs. Readiness: the database responds and the process is not stopping. */
export const createHealth = ({ respondsWithin, isStopping, alarms }: Dependencies) => ({
  routes: implement(healthOperations, {
    async health() {
      const isReady = !isStopping() && (await respondsWithin(databaseTimeout))
      if (!isReady) return reply(503, unavailable, { 'retry-after': '1' })
      const names = Object.keys(alarms) as Alarm[]
      const states = await Promise.all(
        names.map(async (name) => ((await alarms[name]()) ? name : [])),
      )
      const on = states.flat()
      const body: HealthResponse = on.length > 0 ? { status: 'ok', alarms: on } : ok
      return reply(200, body)
    },
    healthLive: () => reply(200, ok),
  }),
})
