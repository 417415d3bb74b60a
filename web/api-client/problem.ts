import { HTTPError } from 'ky'
import type { ProblemDetails } from '../../api/contract/problem'

/** The messages of a problem response about single fields, by field name. */
export function fieldErrors(error: unknown): Record<string, string> {
  const problem = problemOf(error)
  return Object.fromEntries((problem?.errors ?? []).map(({ field, message }) => [field, message]))
}

/** A message for the person: the failed attempt and, if known, the reason. */
export function sentence(attempt: string, error: unknown): string {
  const problem = problemOf(error)
  if (problem) return `${attempt} ${problem.detail}`
  return `${attempt} Please check your connection and try again.`
}

/** A conflict with another person's write: the record was changed or deleted. */
export type Conflict<Record> = { kind: 'changed'; current: Record } | { kind: 'deleted' }

/** The conflict that caused a change to fail, if there was one. */
export function conflictOf<Record>(error: unknown): Conflict<Record> | undefined {
  if (!(error instanceof HTTPError)) return
  const { status } = error.response
  if (status === 404) return { kind: 'deleted' }
  const problem = problemOf(error) as { current?: Record } | undefined
  if (status === 412 && problem?.current) return { kind: 'changed', current: problem.current }
  return undefined
}

/** Waits for a call that deletes a record; a record that does not exist any more counts as deleted. */
export async function deleteOnce(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (conflictOf(error)?.kind !== 'deleted') throw error
  }
}

function problemOf(error: unknown): ProblemDetails | undefined {
  if (!(error instanceof HTTPError)) return
  const { data } = error
  const isProblem = typeof data === 'object' && data !== null && 'detail' in data
  return isProblem ? (data as ProblemDetails) : undefined
}
