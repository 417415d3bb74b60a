import type { Logger } from '../process/log'
import { createAccessLog } from './access-log'
import { createCors } from './cors'
import type { ToProblem } from './error-mapping'
import { createErrorResponses } from './error-responses'
import { headWithoutBody } from './head'
import { overrideMethod } from './method-override'
import type { Next } from './request-context'
import type { Route } from './route'
import { createRouter } from './router'

interface Dependencies {
  routes: readonly Route[]
  /** Origins whose pages may call the API. */
  origins: readonly (string | undefined)[]
  /** Whether visitors reach the site by https. */
  isHttps: boolean
  toProblem: ToProblem
  log: Logger
}

/** The steps that each request passes, in their order; the router always responds. */
export function createPipeline({ routes, origins, isHttps, toProblem, log }: Dependencies) {
  const steps = [
    overrideMethod,
    createAccessLog(log),
    createErrorResponses(toProblem),
    headWithoutBody,
  ]
  const router = createRouter({ routes, cors: createCors({ origins, isHttps }), toProblem })
  return steps.reduceRight<Next>((next, step) => (context) => step(context, next), router)
}
