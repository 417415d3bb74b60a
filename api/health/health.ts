import { type HealthResponse, healthOperations } from '../contract/health'
import { implement, reply } from '../http/route'

interface Dependencies {
  /** Whether the database responds within a time (milliseconds). */
  answersWithin: (milliseconds: number) => Promise<boolean>
  isStopping: () => boolean
}

/** Milliseconds. */
const databaseTimeout = 1_000

const ok: HealthResponse = { status: 'ok' }
const unavailable: HealthResponse = { status: 'unavailable' }

/** Whether the process lives (liveness), and whether it can do its work (readiness). */
export const createHealth = ({ answersWithin, isStopping }: Dependencies) => ({
  routes: implement(healthOperations, {
    async health() {
      const isReady = !isStopping() && (await answersWithin(databaseTimeout))
      return isReady ? reply(200, ok) : reply(503, unavailable)
    },
    healthLive: () => reply(200, ok),
  }),
})
