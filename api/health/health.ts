import { type HealthResponse, healthOperations } from '../contract/health'
import { implement, reply } from '../http/route'

interface Dependencies {
  /** Whether the database responds within a time (milliseconds). */
  respondsWithin: (milliseconds: number) => Promise<boolean>
  isStopping: () => boolean
}

/** Milliseconds. */
const databaseTimeout = 1_000

const ok: HealthResponse = { status: 'ok' }
const unavailable: HealthResponse = { status: 'unavailable' }

/** Liveness: the process runs. Readiness: the database responds and the process is not stopping. */
export const createHealth = ({ respondsWithin, isStopping }: Dependencies) => ({
  routes: implement(healthOperations, {
    async health() {
      const isReady = !isStopping() && (await respondsWithin(databaseTimeout))
      return isReady ? reply(200, ok) : reply(503, unavailable)
    },
    healthLive: () => reply(200, ok),
  }),
})
