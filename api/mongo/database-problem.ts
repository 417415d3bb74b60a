import { Problem } from '../http/problem'
import { isUnavailable } from './database'
import { insufficientStorage, isOutOfSpace } from './disk-space'

/** The problem that a client is told about an error of the database; undefined for other errors. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (isUnavailable(error))
    return new Problem(503, 'The database is away. Please try again in a moment.', {
      headers: { 'retry-after': '5' },
    })
  return isOutOfSpace(error) ? insufficientStorage() : undefined
}
