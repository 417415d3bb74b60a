import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import { loggedPath } from './access-log'
import { internalError, Problem } from './problem'
import type { RequestContext } from './request-context'

interface Dependencies {
  log: Logger
  /** Recognises errors of what the handlers use, such as the database; undefined for those it doesn't know. */
  recognise: (error: unknown) => Problem | undefined
}

/** Of the same kind, in a minute. */
const maxLinesPerMinute = 30

/** Says which problem a client is told about an error. */
export type ToProblem = (error: unknown, context: RequestContext) => Problem

/** Makes the one place in which errors become problems. What nobody recognises is logged, and the client is told no
 * more than that something went wrong. */
export function createErrorMapping({ log, recognise }: Dependencies): ToProblem {
  const admitsLine = createSampler({
    mostPerMinute: maxLinesPerMinute,
    onSuppressed: (kind, count) =>
      log.info({ kind, count }, 'further requests of this kind were not logged'),
  })

  return (error, { id, path, request }) => {
    if (error instanceof Problem) return error
    const recognised = recognise(error)
    if (recognised) return recognised
    // The client disconnected while its body was being read.
    if (request.signal.aborted)
      return new Problem(400, 'The request body is incomplete: send the request again.')
    if (admitsLine('failure'))
      log.error({ err: error, request: id, path: loggedPath(path) }, 'a request failed')
    return internalError()
  }
}
