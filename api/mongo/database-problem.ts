import { type Problem, unavailable } from '../http/problem'
import { isUnavailable } from './database'
import { insufficientStorage, isOutOfSpace } from './disk-space'

/** Maps a database error to the problem response for the client; undefined for other errors. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (isUnavailable(error))
    return unavailable('The database is unavailable. Please try again in a moment.', 5)
  return isOutOfSpace(error) ? insufficientStorage() : undefined
}
