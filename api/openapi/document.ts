import { type TSchema, Type } from '@sinclair/typebox'
import type { Operation, Operations, ResponseDescription } from '../contract/operation'
import { ProblemDetails } from '../contract/problem'
import { ObjectIdText } from '../contract/text'
import { ConflictMembers } from '../contract/version'
import { isClearable } from '../http/validation'

const text = { type: 'string' }
const parameter = (kind: string, name = '', schema: object = text, required = false) => ({
  name,
  in: kind,
  required,
  schema,
})
const idempotencyKey = parameter('header', 'Idempotency-Key', {
  ...text,
  pattern: '^[!-~]{1,200}$',
})
const ifMatch = {
  ...parameter('header', 'If-Match'),
  description: 'The version that is to be changed, such as "v3"; without it any.',
}
const problem = { $ref: '#/components/responses/Problem' }
/** The problems of an operation that browsers without scripts call by a form. */
const problemOrPage = {
  description: 'A problem (RFC 9457), or a page that explains it',
  content: {
    'application/problem+json': { schema: ProblemDetails },
    'text/html': { schema: { type: 'string' } },
  },
}

/** Creates the OpenAPI 3.1 document of operations. */
export const describeOperations = (operations: Operations) => ({
  openapi: '3.1.0',
  info: { title: 'Cover band', version: '1.0.0' },
  paths: pathsOf(operations),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    responses: {
      Problem: {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: ProblemDetails } },
      },
    },
  },
})

function pathsOf(operations: Operations) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [id, operation] of Object.entries(operations)) {
    const methods: Record<string, object> = { ...paths[operation.path] }
    methods[operation.method.toLowerCase()] = describe(id, operation)
    if (operation.hasHead) methods['head'] = describe(`${id}Head`, withoutRanges(operation))
    paths[operation.path] = methods
    // Ids must be unique: the second path gets a number.
    for (const [index, path] of (operation.otherPaths ?? []).entries())
      paths[path] = {
        ...paths[path],
        [operation.method.toLowerCase()]: describe(`${id}${index + 2}`, operation),
      }
  }
  return paths
}

/** The operation for HEAD: without ranges, which are defined for GET only (RFC 9110, 14.2). */
function withoutRanges({ headers = [], ...operation }: Operation): Operation {
  const { 206: _part, 416: _outside, ...responses } = operation.responses
  return { ...operation, headers: headers.filter((header) => header !== 'Range'), responses }
}

function describe(id: string, operation: Operation) {
  const parameters = parametersOf(operation)
  const content = contentOf(operation)
  return {
    operationId: id,
    summary: operation.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    ...(operation.access === undefined && { security: [{ bearer: [] }] }),
    responses: {
      ...Object.fromEntries(
        problemsOf(operation).map((status) => [status, operation.form ? problemOrPage : problem]),
      ),
      ...(operation.versioned && { 412: conflictOf(operation.versioned) }),
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          responseOf(response),
        ]),
      ),
    },
  }
}

function parametersOf({ path, query, headers = [], isIdempotent, versioned }: Operation): object[] {
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
      parameter('path', name, name === 'id' ? ObjectIdText : text, true),
    ),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) =>
      parameter('query', name, schema),
    ),
    ...headers.map((header) =>
      typeof header === 'string'
        ? parameter('header', header)
        : parameter('header', header.name, header.schema, true),
    ),
    ...(isIdempotent ? [idempotencyKey] : []),
    ...(versioned ? [ifMatch] : []),
  ]
}

/** An empty or blank text, which clears an optional field. */
const blank = { type: 'string', pattern: '^\\s*$' }

/** Allows an empty text for each field that it clears, as `validateText` does. */
function withClearableFields(schema: TSchema): object {
  const { properties, items } = schema
  if (items) return { ...schema, items: withClearableFields(items) }
  if (!properties) return schema
  const fields = Object.entries<TSchema>(properties).map(([name, field]) => {
    const inner = withClearableFields(field)
    return [name, isClearable(field) ? { anyOf: [inner, blank] } : inner]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

function contentOf({ json, form, multipart, bytes }: Operation) {
  if (bytes) {
    const content = { schema: { type: 'string', format: 'binary' } }
    return Object.fromEntries([bytes].flat().map((mediaType) => [mediaType, content]))
  }
  if (json)
    return {
      'application/json': { schema: withClearableFields(json) },
      ...(form && { 'application/x-www-form-urlencoded': { schema: withClearableFields(form) } }),
    }
  if (!multipart) return
  const files = Object.entries(multipart.properties).filter(([, { format }]) => format === 'binary')
  const encoding = Object.fromEntries(
    files.map(([name, { contentMediaType: contentType }]) => [name, { contentType }]),
  )
  return { 'multipart/form-data': { schema: multipart, encoding } }
}

function responseOf({ description, schema, mediaType, links }: ResponseDescription) {
  const type = schema ? 'application/json' : mediaType
  return {
    description,
    ...(type !== undefined && { content: { [type]: { schema: schema ?? { type: 'string' } } } }),
    ...(links && {
      links: Object.fromEntries(
        Object.entries(links).map(([operationId, parameters]) => [
          operationId,
          { operationId, parameters },
        ]),
      ),
    }),
  }
}

const conflictOf = (record: NonNullable<Operation['versioned']>) => ({
  description: 'Another version is stored',
  content: {
    'application/problem+json': {
      schema: Type.Composite([ProblemDetails, ConflictMembers(record)]),
    },
  },
})

/** The statuses with which an operation can refuse a request. */
function problemsOf(operation: Operation): number[] {
  const { access, json, multipart, bytes, query, path, problems = [] } = operation
  const isAdmin = access === undefined
  return [
    ...(json || multipart ? [400, 413, 415, 422] : []),
    ...(bytes ? [415, 422, 507] : []),
    ...(query ? [422] : []),
    ...(multipart ? [507] : []),
    ...(isAdmin ? [401, 403, 421] : []),
    ...(path.includes('{') ? [404] : []),
    // Responses that are not in memory may need the database.
    ...(operation.memory === undefined ? [503] : []),
    ...problems,
  ]
}
