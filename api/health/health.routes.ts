import { Elysia } from 'elysia'
import type { HealthAnswer } from '../contract/health'
import { privateJson } from '../http/private-json'

interface Parts {
  databaseAnswersWithin: (milliseconds: number) => Promise<boolean>
  isStopping: () => boolean
}

/** Whether the process lives, and whether it can do its work. */
export const healthRoutes = ({ databaseAnswersWithin, isStopping }: Parts) =>
  new Elysia({ name: 'health' })
    .get('/api/health', async () => {
      const isReady = !isStopping() && (await databaseAnswersWithin(1000))
      return health(isReady ? 200 : 503, isReady ? 'ok' : 'unavailable')
    })
    .get('/api/health/live', () => health(200, 'ok'))

const health = (code: number, status: HealthAnswer['status']) =>
  privateJson({ status } satisfies HealthAnswer, code)
