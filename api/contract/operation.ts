import type { Static, TObject, TSchema } from '@sinclair/typebox'

/** A response of an operation: a JSON body where it has a `schema`, a body of another type where it has a `mediaType`,
 * and none where it has neither. */
export interface ResponseDescription {
  description: string
  schema?: TSchema
  mediaType?: string
  /** Where a response leads to: operations by their ids, with the values of their parameters (OpenAPI 3.1, 4.8.20). */
  links?: Record<string, Record<string, string>>
}

/** One call of the API: what both sides need to know of it, and what the OpenAPI document says.
 *
 * Path parameters stand in braces; `{id}` is an ObjectId. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  /** Who may call. Anybody else is refused before any of the body is read. */
  access: 'anyone' | 'admin'
  /** A JSON body. */
  json?: TObject
  /** Whether texts of the body are taken as they were typed, as passwords must be; otherwise they are trimmed and
   * normalised (NFC). */
  isVerbatim?: true
  /** The fields of a multipart body, which the handler reads itself as a stream. */
  multipart?: TObject
  query?: TObject
  /** Whether the operation takes an Idempotency-Key. */
  isIdempotent?: true
  /** The record of which If-Match names a version; 412 carries its current state. */
  versioned?: TSchema
  /** Request headers, besides those that follow from the other properties. */
  headers?: readonly string[]
  /** Whether the OpenAPI document describes HEAD as well; every GET operation answers it. */
  hasHead?: true
  responses: { readonly [status: number]: ResponseDescription }
  /** Statuses of problem responses, besides those that follow from the other properties. */
  problems?: readonly number[]
}

/** The operations of one noun by their ids. */
export type Operations = Record<string, Operation>

/** Declares operations with their exact types. */
export const declare = <const Declared extends Operations>(operations: Declared): Declared =>
  operations

type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never

/** The path parameters of an operation. */
export type Parameters<Declared extends Operation> = Record<ParameterName<Declared['path']>, string>

/** The JSON body that an operation takes; undefined where it takes none. */
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
    : undefined
}[keyof Declared['responses'] & Success]
