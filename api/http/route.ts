import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { JsonBody, Operation, Operations, Parameters } from '../contract/operation'
import { ObjectIdText } from '../contract/text'
import { idempotencyKeyOf } from './idempotency-key'
import { versionsToMatch } from './if-match'
import { privateJson } from './private-json'
import { notFound } from './problem'
import { readJson } from './request-body'
import type { RequestContext } from './request-context'
import { validate, validateText } from './validation'

/** A request with a valid token. */
export interface Session {
  username: string
  /** The token's id (RFC 7519, 4.1.7). */
  jti: string
  expiresAt: Date
}

/** Returns the session of a request.
 * @throws Problem 401 without a valid token, 421 for a foreign host name */
export type Authorise = (request: Request) => Promise<Session>

export interface Route {
  method: string
  /** `{name}` matches one segment; `/*` matches every path without another route. */
  path: string
  /** The operation's id; undefined for routes outside the API, such as pages. */
  operation?: string
  respond(context: RequestContext, parameters: Record<string, string>): Response | Promise<Response>
}

/** The argument of a handler: the request's context and its validated parts. */
export interface Call<Declared extends Operation> {
  context: RequestContext
  request: Request
  parameters: Parameters<Declared>
  body: JsonBody<Declared>
  query: Declared extends { query: infer Schema extends TSchema } ? Static<Schema> : undefined
  session: Declared extends { access: 'admin' } ? Session : undefined
  /** Only for operations with `isIdempotent`. */
  idempotencyKey: string | undefined
  /** The versions in If-Match; undefined if any version matches. */
  versions: number[] | undefined
}

/** A response for the caller only, with a JSON body or without a body. */
export interface Reply<Status extends number, Body> {
  status: Status
  body: Body
  headers: Record<string, string>
}

export function reply<const Status extends number>(status: Status): Reply<Status, undefined>
export function reply<const Status extends number, Body extends object>(
  status: Status,
  body: Body,
  headers?: Record<string, string>,
): Reply<Status, Body>
export function reply(status: number, body?: object, headers: Record<string, string> = {}) {
  return { status, body, headers }
}

/** The replies that an operation declares. */
export type DeclaredReply<Declared extends Operation> = {
  [Status in keyof Declared['responses'] & number]: Declared['responses'][Status] extends {
    schema: infer Schema extends TSchema
  }
    ? Reply<Status, Static<Schema>>
    : Declared['responses'][Status] extends { mediaType: string }
      ? never
      : Reply<Status, undefined>
}[keyof Declared['responses'] & number]

/** Handles an operation. Returns a reply, or a response such as a cached one or a stream. */
type Handler<Declared extends Operation> = (
  call: Call<Declared>,
) => DeclaredReply<Declared> | Response | Promise<DeclaredReply<Declared> | Response>

type Handlers<Declared extends Operations> = {
  [Id in keyof Declared]: Handler<Declared[Id]>
}

/** Creates the routes of operations. Each route runs, in this order: the authorisation, before any of the body is read;
 * the validation of parameters, query and headers; the reading and validation of a JSON body; the handler.
 * @param authorise required if any operation is for the administrator only */
export function implement<const Declared extends Operations>(
  operations: Declared,
  handlers: Handlers<Declared>,
  authorise?: Authorise,
): Route[] {
  return Object.entries<Operation>(operations).map(([id, operation]) => {
    const handler = handlers[id] as unknown as Handler<Operation>
    const guard = guardOf(operation, authorise)
    return {
      method: operation.method,
      path: operation.path,
      operation: id,
      async respond(context, parameters) {
        const session = await guard(context.request)
        const result = await handler({
          ...(await readCall(operation, context, parameters)),
          session,
        } as Call<Operation>)
        return result instanceof Response ? result : toResponse(result)
      },
    }
  })
}

function guardOf({ access, path }: Operation, authorise: Authorise | undefined) {
  if (access === 'anyone') return async () => undefined
  if (!authorise) throw new Error(`${path} is for the administrator only, and nothing guards it.`)
  return authorise
}

async function readCall(
  operation: Operation,
  context: RequestContext,
  parameters: Record<string, string>,
) {
  const { request } = context
  const { id } = parameters
  if (id !== undefined && !Value.Check(ObjectIdText, id.toLowerCase())) throw notFound()
  const { json, isVerbatim } = operation
  const check = isVerbatim ? validate : validateText
  return {
    ...{ context, request, parameters },
    query: operation.query && validateText(operation.query, searchParametersOf(request)),
    idempotencyKey: operation.isIdempotent && idempotencyKeyOf(request),
    versions: operation.versioned && versionsToMatch(request),
    body: json && check(json, await readJson(request)),
  }
}

const searchParametersOf = (request: Request) =>
  Object.fromEntries(new URL(request.url).searchParams)

function toResponse({ status, body, headers }: Reply<number, unknown>): Response {
  const response =
    body === undefined ? new Response(null, { status }) : privateJson(body as object, status)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
