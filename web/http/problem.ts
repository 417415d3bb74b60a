import { HTTPError } from 'ky'
import type { ProblemAnswer } from '../../api/contract/problem'

/** What a refusal says of the single fields, by their names. */
export function fieldErrors(error: unknown): Record<string, string> {
  const problem = problemOf(error)
  return Object.fromEntries((problem?.errors ?? []).map(({ field, message }) => [field, message]))
}

/** One sentence for the person: what was tried, and why it failed as far as that is known. */
export function sentence(attempt: string, error: unknown): string {
  const problem = problemOf(error)
  if (problem) return `${attempt} ${problem.detail}`
  return `${attempt} Please check your connection and try again.`
}

function problemOf(error: unknown): ProblemAnswer | undefined {
  if (!(error instanceof HTTPError)) return
  const { data } = error
  const isProblem = typeof data === 'object' && data !== null && 'detail' in data
  return isProblem ? (data as ProblemAnswer) : undefined
}
