import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { JsonBody, Operation, Operations, Parameters } from '../contract/operation'
import { ObjectIdText } from '../contract/text'
import { acceptsEncoding } from './content-encoding'
import { currentEditor } from './editor'
import { idempotencyKeyOf, keyWithContent } from './idempotency-key'
import { versionsToMatch } from './if-match'
import { invalid, notFound } from './problem'
import { isForm, readJson } from './request-body'
import type { RequestContext } from './request-context'
import type { PublicText, ResponseMemory } from './response-memory'
import { validate, validateText } from './validation'

/** A request with a valid token. */
export interface Session {
  username: string
  /** The token's id (RFC 7519, 4.1.7). */
  jti: string
  expiresAt: Date
  /** The name that a person gave the device. */
  deviceName: string | undefined
  /** The kind of device, such as "Safari on iPhone"; undefined if the request does not say it. */
  device: string | undefined
}

/** Returns the session of a request.
 * @throws Problem 401 without a valid token, 403 from a network that may not use the back office, 421 for a foreign host
 * name */
export type Authorise = (context: RequestContext) => Promise<Session>

/** Checks the password of a logged-in administrator, before actions that a stolen token alone must not allow.
 * @returns the hash of the password
 * @throws Problem 422, about `currentPassword`, if the password is wrong, 429 after too many attempts */
export type ConfirmPassword = (
  context: RequestContext,
  username: string,
  password: string,
) => Promise<string>

export interface Route {
  method: string
  /** `{name}` matches one segment; `/*` matches every path without another route. */
  path: string
  respond(context: RequestContext, parameters: Record<string, string>): Response | Promise<Response>
}

/** The argument of a handler: the request's context and its validated parts. */
export interface Call<Declared extends Operation> {
  context: RequestContext
  request: Request
  parameters: Parameters<Declared>
  /** Undefined if the request has a form instead. */
  body: JsonBody<Declared> | (Declared extends { form: TSchema } ? undefined : never)
  query: Declared extends { query: infer Schema extends TSchema } ? Static<Schema> : undefined
  session: Declared extends { access: string } ? undefined : Session
  /** Only for operations with `isIdempotent`; for a change, with a digest of its body (`keyWithContent`). */
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

/** Handles an operation. Returns a reply, a response such as a stream or, for an operation in memory, its whole text. */
type Handler<Declared extends Operation> = (
  call: Call<Declared>,
) => Result<Declared> | Promise<Result<Declared>>
type Result<Declared extends Operation> = Declared extends { memory: string }
  ? DeclaredReply<Declared> | PublicText
  : DeclaredReply<Declared> | Response

type Handlers<Declared extends Operations> = { [Id in keyof Declared]: Handler<Declared[Id]> }

/** What the routes of some operations need. */
interface Services {
  /** Refuses requests that may not log in; required if any operation is a login. */
  admit?: (context: RequestContext) => void
  /** Required if any operation is for the administrator only. */
  authorise?: Authorise
  /** Required if the response to any operation is kept in memory. */
  memory?: ResponseMemory
}

/** Creates the routes of operations. Each route runs, in this order: the authorisation, before any of the body is read;
 * the validation of parameters, query and headers; the reading and validation of a JSON body; the handler. If the
 * response is in memory, none of them runs. */
export function implement<const Declared extends Operations>(
  operations: Declared,
  handlers: Handlers<Declared>,
  services: Services = {},
): Route[] {
  const { memory } = services
  return Object.entries<Operation>(operations).flatMap(([id, operation]) => {
    const { method, path, otherPaths = [], memory: host } = operation
    if (host && !memory) throw new Error(`${path} declares a memory, but implement has none.`)
    const handler = handlers[id] as unknown as (call: Call<Operation>) => Promise<Handled>
    const guard = guardOf(operation, services)

    async function run(context: RequestContext, parameters: Record<string, string>) {
      const session = await guard(context)
      const call = await readCall(operation, context, parameters)
      const handle = () => handler({ ...call, session } as Call<Operation>)
      return session ? currentEditor.run(session, handle) : handle()
    }

    const respond: Route['respond'] = (context, parameters) =>
      host && memory
        ? memory.respond(context, async () => toText(await run(context, parameters)), host)
        : run(context, parameters).then((result) => toResponse(context.request, result))
    return [path, ...otherPaths].map((spelling) => ({ method, path: spelling, respond }))
  })
}

type Handled = Reply<number, unknown> | Response | PublicText

const toText = (result: Handled): PublicText =>
  'text' in result
    ? (result as PublicText)
    : { text: JSON.stringify(result.body), headers: { 'content-type': 'application/json' } }

function guardOf({ access, path }: Operation, { authorise, admit }: Services) {
  if (access === 'anyone') return async () => undefined
  if (access === undefined && authorise) return authorise
  if (access === 'login' && admit) return async (context: RequestContext) => void admit(context)
  throw new Error(`${path} needs a guard, and \`implement\` was given none.`)
}

async function readCall(
  operation: Operation,
  context: RequestContext,
  parameters: Record<string, string>,
) {
  const { request } = context
  const { id } = parameters
  if (id !== undefined && !Value.Check(ObjectIdText, id.toLowerCase())) throw notFound()
  if (isFileOfRecord(operation) && context.path !== pathOf(operation, id)) throw notFound()
  const { json, form, isVerbatim } = operation
  const check = isVerbatim ? validate : validateText
  const query = operation.query && readQuery(operation.query, request)
  const key = operation.isIdempotent && idempotencyKeyOf(request)
  const body = json && !(form && isForm(request)) ? check(json, await readJson(request)) : undefined
  return {
    context,
    request,
    parameters,
    query,
    idempotencyKey: operation.versioned ? keyWithContent(key, body) : key,
    versions: operation.versioned && versionsToMatch(request),
    body,
  }
}

/** Whether an operation serves a file about a record, such as its picture. Such a file is found at one address only, because
 * each spelling would be drawn, compressed and kept on its own. */
const isFileOfRecord = ({ method, access, path }: Operation) =>
  method === 'GET' && access === 'anyone' && path.includes('/{id}/') && !path.includes('{name}')

const pathOf = ({ path }: Operation, id = '') => path.replace('{id}', id.toLowerCase())

/** @throws Problem 422 for an invalid parameter; an empty one is not the same as none */
function readQuery(schema: TObject, request: Request) {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  const empty = Object.keys(schema.properties).filter((name) => parameters[name] === '')
  if (empty.length > 0)
    throw invalid(empty.map((field) => ({ field, message: 'This must not be empty.' })))
  return validateText(schema, parameters)
}

/** Characters; shorter texts are not compressed. */
const minLength = 500

/** A response for the caller only; caches must not store it. Longer JSON is compressed if the caller accepts gzip. */
async function toResponse(request: Request, result: Handled): Promise<Response> {
  if (result instanceof Response) return result
  const { status, body, headers } = result as Reply<number, unknown>
  if (body === undefined) return new Response(null, { status, headers })
  const text = JSON.stringify(body)
  const own = { 'cache-control': 'no-store', 'content-type': 'application/json', ...headers }
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (text.length < minLength || !acceptsEncoding(accepted, 'gzip'))
    return new Response(text, { status, headers: own })
  const compressed = await promisify<string, Buffer>(gzip)(text)
  return new Response(new Uint8Array(compressed), {
    status,
    headers: { ...own, 'content-encoding': 'gzip', vary: 'accept-encoding' },
  })
}
