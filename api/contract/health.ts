import { type Static, Type as t } from '@sinclair/typebox'
import { declare, ok } from './operation'
import { oneOf } from './text'

export const HealthResponse = t.Object({
  status: oneOf('ok', 'unavailable'),
  /** Problems that need the band's attention while the site is available; absent if there are none. `push`: there are
   * nearly as many push subscriptions as there may be. `pages`: a page could not be rendered. */
  alarms: t.Optional(t.Array(oneOf('backup', 'push', 'pages'))),
})
export type HealthResponse = Static<typeof HealthResponse>

export const healthOperations = declare({
  health: {
    route: 'GET /api/health',
    summary: 'Readiness',
    access: 'anyone',
    responses: {
      200: { description: 'The database responds', schema: HealthResponse },
      503: {
        description: 'The database does not respond, or the process is stopping',
        schema: HealthResponse,
      },
    },
  },
  healthLive: {
    route: 'GET /api/health/live',
    summary: 'Liveness',
    access: 'anyone',
    responses: ok('The process serves', HealthResponse),
  },
})
