import type { Static, TObject, TSchema } from '@sinclair/typebox'

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Path = `/${string}`

/** A response of an operation: a JSON body where it has a `schema`, a body of another type where it has a `mediaType`,
 * and none where it has neither. */
export interface ResponseDescription {
  description: string
  schema?: TSchema
  mediaType?: string
  /** Follow-up operations by their ids, with the values of their parameters (OpenAPI 3.1, 4.8.20). */
  links?: Links
}

type Links = Record<string, Record<string, string>>

/** Links to operations on a record whose id a response contains.
 * @param id a runtime expression (OpenAPI 3.1, 4.8.20.3) */
export const linksTo = (id: string, ...operations: string[]) =>
  Object.fromEntries(operations.map((operation) => [operation, { id }]))

/** The response of an operation that returns JSON.
 * @param links as in `ResponseDescription` */
export const ok = <Schema extends TSchema>(description: string, schema: Schema, links?: Links) => ({
  200: { description, schema, ...(links && { links }) },
})

/** The response of an operation that creates something. */
export const created = <Schema extends TSchema>(
  description: string,
  schema: Schema,
  links?: Links,
) => ({ 201: { description, schema, ...(links && { links }) } })

/** The responses of an operation that serves a file: the file, or 304 if the client has it (If-None-Match). */
export const fileResponses = (description: string, mediaType: string) => ({
  200: { description, mediaType },
  304: { description: 'The client has it already' },
})

/** The responses to a request for a file, of which a range can be requested (RFC 9110, 14). */
export const rangeResponses = (mediaType: string) => ({
  200: { description: 'The whole file', mediaType },
  206: { description: 'The requested range, or the beginning of it', mediaType },
  304: { description: 'The client has the file already' },
  416: { description: 'The range is outside the file' },
})

/** A deletion, whose response has no body.
 * @param more `versioned`, if the deletion takes If-Match */
export const deletion = <const At extends Path>(
  path: At,
  summary: string,
  description: string,
  more: Pick<Declaration, 'versioned'> = {},
) => ({ route: `DELETE ${path}`, summary, responses: { 204: { description } }, ...more }) as const

/** How an operation of the API is declared. The server's routes, the browser's client and the OpenAPI document are derived from it.
 *
 * Path parameters are written in braces; `{id}` is an ObjectId. */
export interface Declaration {
  /** The method and the path. */
  route: `${Method} ${Path}`
  /** Further spellings of the path. */
  otherPaths?: readonly string[]
  summary: string
  /** Who may call the operation without a token: anyone, or anyone from the networks of the back office and at its own host
   * name (`login`). Other callers are refused before the body is read. */
  access?: 'anyone' | 'login'
  json?: TObject
  /** Whether the strings of the body stay unchanged, as passwords must; otherwise they are trimmed and normalised
   * (NFC). */
  isVerbatim?: true
  /** The fields of a URL-encoded form, which the operation accepts instead of `json`: the handler itself reads it, and
   * responds with a page. */
  form?: TObject
  /** The fields of a multipart body; the handler itself reads the body as a stream. */
  multipart?: TObject
  /** The media type or types of a body that the handler reads as a stream of bytes. */
  bytes?: string | readonly string[]
  query?: TObject
  /** Whether the operation takes an Idempotency-Key. A change with the key of the record's last change is not applied again. */
  isIdempotent?: true
  /** The schema of the record whose version If-Match contains; a 412 response contains the current record. */
  versioned?: TSchema
  /** Additional request headers; others are derived from the other properties. A header with a schema is required. */
  headers?: readonly (string | { name: string; schema: TSchema })[]
  /** Whether the response is kept in memory until the public content changes: one for all host names (`shared`), or, if
   * it has links to the host of the request, one for each (`by host`). */
  memory?: 'shared' | 'by host'
  /** Whether the OpenAPI document includes HEAD; every GET operation supports it. */
  hasHead?: true
  responses: { readonly [status: number]: ResponseDescription }
  /** Additional statuses of problem responses; others are derived from the other properties. */
  problems?: readonly number[]
}

/** An operation of the API, with the parts of its route. */
export type Operation = Declaration & { method: Method; path: Path }

/** Operations by their ids. */
export type Operations = Record<string, Operation>

type Routed<Declared extends Declaration> =
  Declared['route'] extends `${infer RouteMethod extends Method} ${infer RoutePath extends Path}`
    ? Declared & { method: RouteMethod; path: RoutePath }
    : never

/** Declares operations with their exact types. */
export const declare = <const Declared extends Record<string, Declaration>>(operations: Declared) =>
  Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => {
      const [method, path] = operation.route.split(' ')
      return [id, { ...operation, method, path }]
    }),
  ) as { [Id in keyof Declared]: Routed<Declared[Id]> }

type ParameterName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never

/** The path parameters of an operation. */
export type Parameters<Declared extends Operation> = Record<ParameterName<Declared['path']>, string>

/** The JSON body of an operation's request; undefined where it has none. */
export type JsonBody<Declared extends Operation> = Declared extends {
  json: infer Schema extends TSchema
}
  ? Static<Schema>
  : undefined

/** The statuses below 300 of an operation. */
type Success = 200 | 201 | 204 | 206

/** The JSON body of an operation's successful response; undefined where it has none. */
export type JsonResponse<Declared extends Operation> = {
  [Status in keyof Declared['responses'] & Success]: Declared['responses'][Status] extends {
    schema: infer Schema extends TSchema
  }
    ? Static<Schema>
    : Declared['responses'][Status] extends { mediaType: string }
      ? never
      : undefined
}[keyof Declared['responses'] & Success]
