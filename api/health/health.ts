import { type HealthResponse, healthOperations } from '../contract/health'
import { implement, reply } from '../http/route'

interface Dependencies {
  /** Whether the database responds within a time (milliseconds). */
  respondsWithin: (milliseconds: number) => Promise<boolean>
  isStopping: () => boolean
  /** Whether the last backup failed. */
  hasBackupFailed: () => Promise<boolean>
}

/** Milliseconds. */
const databaseTimeout = 1_000

const ok: HealthResponse = { status: 'ok' }
const alarmed: HealthResponse = { status: 'ok', alarms: ['backup'] }
const unavailable: HealthResponse = { status: 'unavailable' }

/** Liveness: the process runs. Readiness: the database responds and the process is not stopping. */
export const createHealth = ({ respondsWithin, isStopping, hasBackupFailed }: Dependencies) => ({
  routes: implement(healthOperations, {
    async health() {
      const isReady = !isStopping() && (await respondsWithin(databaseTimeout))
      if (!isReady) return reply(503, unavailable)
      return reply(200, (await hasBackupFailed()) ? alarmed : ok)
    },
    healthLive: () => reply(200, ok),
  }),
})
