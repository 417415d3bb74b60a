import { HTTPError } from 'ky'
import type { ProblemDetails } from '../../api/contract/problem'

/** The messages of a problem response about single fields, by field name. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  Object.fromEntries((problemOf(error)?.errors ?? []).map(({ field, message }) => [field, message]))

/** A message for the person: the failed attempt and, if known, the reason. */
export function sentence(attempt: string, error: unknown): string {
  const problem = problemOf(error)
  if (conflictOf(error)?.kind === 'deleted') return `${attempt} Somebody else has deleted it.`
  if (problem) return `${attempt} ${problem.detail}`
  return `${attempt} Please check your connection and try again.`
}

/** A conflict with another person's write: the record was changed or deleted. */
export type Conflict<Record> = { kind: 'changed'; current: Record } | { kind: 'deleted' }

/** A change that waited on this device was refused. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  constructor(
    readonly status: number,
    readonly problem: unknown,
  ) {
    super(`The change was refused with status ${status}.`)
  }
}

/** The status of the response that an error is about; undefined if there was none. */
export const statusOf = (error: unknown): number | undefined => {
  if (error instanceof RefusedError) return error.status
  return error instanceof HTTPError ? error.response.status : undefined
}

/** The statuses of a site that can't be reached or is too busy now. An error of the site itself (500) is not among them. */
const later = new Set([408, 425, 429, 502, 503, 504])

/** Whether a call may succeed later: it got no response, or the site is not available now. */
export function isUnanswered(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return later.has(status)
  return !(error instanceof DOMException && error.name === 'AbortError')
}

/** Whether a person may try a failed call again: it may succeed later, or the site itself failed. */
export const canBeTriedAgain = (error: unknown): boolean =>
  isUnanswered(error) || (statusOf(error) ?? 0) >= 500

/** The conflict that caused a change to fail, if there was one. */
export function conflictOf<Record>(error: unknown): Conflict<Record> | undefined {
  const status = statusOf(error)
  if (status === 404) return { kind: 'deleted' }
  const problem = problemOf(error) as { current?: Record } | undefined
  if (status === 412 && problem?.current) return { kind: 'changed', current: problem.current }
}

/** Waits for a call that deletes a record; a record that does not exist any more counts as deleted. */
export async function deleteOnce(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (conflictOf(error)?.kind !== 'deleted') throw error
    console.error('The record was deleted already:', error)
  }
}

function problemOf(error: unknown): ProblemDetails | undefined {
  if (!(error instanceof HTTPError || error instanceof RefusedError)) return
  const data = error instanceof HTTPError ? error.data : error.problem
  const isProblem = typeof data === 'object' && data !== null && 'detail' in data
  return isProblem ? (data as ProblemDetails) : undefined
}
