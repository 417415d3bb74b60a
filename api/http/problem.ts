import { STATUS_CODES } from 'node:http'
import type { FieldError, ProblemDetails } from '../contract/problem'

/** An error whose details the client may read; the response contains RFC 9457 problem details. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly errors?: FieldError[]
  readonly headers: Record<string, string> = {}
  /** Extension members (RFC 9457, 3.2). */
  readonly members: Record<string, unknown> = {}

  constructor(
    readonly status: number,
    readonly detail: string,
    options: Partial<Pick<Problem, 'errors' | 'headers' | 'members'>> = {},
  ) {
    super(detail)
    Object.assign(this, options)
  }
}

/** The phrases that RFC 9110 has renamed (15.5.14 and 15.5.21); `STATUS_CODES` has the former ones. */
const renamedPhrases: Record<number, string> = {
  413: 'Content Too Large',
  422: 'Unprocessable Content',
}

/** The response for a problem; `type` is `about:blank`, so `title` is the status's own phrase (RFC 9457, 4.2.1). */
export function problemResponse(problem: Problem): Response {
  const body: ProblemDetails = {
    type: 'about:blank',
    title: renamedPhrases[problem.status] ?? STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.detail,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...problem.members,
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...problem.headers,
    },
  })
}

export const notFound = () => new Problem(404, 'There is nothing at this address.')

export const invalid = (errors: FieldError[]) =>
  new Problem(422, 'Some fields are missing or invalid.', { errors })

/** For one field.
 * @param message a sentence about its value */
export const invalidField = (field: string, message: string) => invalid([{ field, message }])

/** For a refused file.
 * @param field the name of the form field that contains it */
export const invalidFile = (detail: string, field = 'file') =>
  new Problem(422, detail, { errors: [{ field, message: detail }] })

export const internalError = () => new Problem(500, 'Something went wrong on our side.')

/** @param seconds after which the client may try again (Retry-After, RFC 9110, 10.2.3) */
export const tooManyRequests = (detail: string, seconds: number) =>
  new Problem(429, detail, { headers: { 'retry-after': String(seconds) } })

/** @param seconds after which the client may try again (Retry-After, RFC 9110, 10.2.3) */
export const unavailable = (detail: string, seconds: number) =>
  new Problem(503, detail, { headers: { 'retry-after': String(seconds) } })

export const unauthorised = (detail: string) =>
  new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } })

export const tooLarge = (detail: string) => new Problem(413, detail)
