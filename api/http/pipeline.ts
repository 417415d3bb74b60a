import type { Logger } from '../process/log'
import { createAccessLog } from './access-log'
import { type CorsOptions, createCors } from './cors'
import { createErrorResponses, type ToProblem } from './error-mapping'
import { headWithoutBody } from './head'
import { overrideMethod } from './method-override'
import type { Next } from './request-context'
import type { Route } from './route'
import { createRouter } from './router'

interface Dependencies extends CorsOptions {
  routes: readonly Route[]
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
