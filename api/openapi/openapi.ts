import type { TSchema } from '@sinclair/typebox'
import { LoginBody, LoginsAnswer, PasswordBody, TokenAnswer, VerifyAnswer } from '../contract/admin'
import { BackupsAnswer } from '../contract/backups'
import {
  EnquiriesAnswer,
  EnquiryAnswer,
  EnquiryBody,
  EnquiryReceipt,
  EnquiryStatusBody,
  UnreadAnswer,
} from '../contract/enquiries'
import { HealthAnswer } from '../contract/health'
import { MusicAnswer, TrackAnswer, TrackFields } from '../contract/music'
import { ProblemAnswer } from '../contract/problem'
import { ShowAnswer, ShowBody, ShowsAnswer } from '../contract/shows'

interface Operation {
  summary: string
  /** Whether only the administrator may. */
  admin?: true
  json?: TSchema
  multipart?: object
  answers: Record<number, object>
  /** Statuses of refusals beside those that follow from the rest. */
  refusals?: number[]
  parameters?: object[]
}

const json = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
})
const empty = (description: string) => ({ description })
const text = (description: string, mediaType: string) => ({
  description,
  content: { [mediaType]: { schema: { type: 'string' } } },
})

const pathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
})
const header = (name: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  schema,
})

const trackForm = (isNew: boolean) => ({
  ...TrackFields,
  properties: {
    ...TrackFields.properties,
    // JSON Schema has no word for bytes; this one is known from OpenAPI 3.0.
    mp3File: { type: 'string', format: 'binary' },
  },
  required: [...(TrackFields.required ?? []), ...(isNew ? ['mp3File'] : [])],
})

const audio: Operation = {
  summary: "A track's mp3",
  parameters: [pathParameter('id'), pathParameter('name'), header('Range')],
  answers: {
    200: text('The whole file', 'audio/mpeg'),
    206: text('The range that was asked for, or its beginning', 'audio/mpeg'),
    304: empty('The client has it already'),
    416: empty('The range is not in the file'),
  },
  refusals: [404],
}

const operations: Record<string, Record<string, Operation>> = {
  '/api/admin/login': {
    post: {
      summary: 'Log in',
      json: LoginBody,
      answers: { 200: json('A token for the Authorization header', TokenAnswer) },
      refusals: [401, 429],
    },
  },
  '/api/admin/verify-token': {
    get: {
      summary: 'Whether the token holds',
      admin: true,
      answers: { 200: json('It does', VerifyAnswer) },
    },
  },
  '/api/admin/logout': {
    post: { summary: 'Log out', admin: true, answers: { 204: empty('The token is dead') } },
  },
  '/api/admin/logout-everywhere': {
    post: {
      summary: 'Log out on every device',
      admin: true,
      answers: { 204: empty('Every token is dead') },
    },
  },
  '/api/admin/logins': {
    get: {
      summary: 'When and from where the last logins came',
      admin: true,
      answers: { 200: json('Newest first', LoginsAnswer) },
    },
  },
  '/api/admin/backups': {
    get: {
      summary: 'The automatic backups',
      admin: true,
      answers: { 200: json('Newest first', BackupsAnswer) },
    },
  },
  '/api/admin/backups/{name}': {
    get: {
      summary: 'One of them',
      admin: true,
      parameters: [pathParameter('name')],
      answers: { 200: text('The archive', 'application/zstd') },
    },
  },
  '/api/admin/password': {
    put: {
      summary: 'Change the password; every older token is dead',
      admin: true,
      json: PasswordBody,
      answers: { 200: json('A new token', TokenAnswer) },
      refusals: [429],
    },
  },
  '/api/shows': {
    get: {
      summary: 'All shows by date ascending',
      answers: { 200: json('The shows', ShowsAnswer), 304: empty('The client has them already') },
    },
    post: {
      summary: 'Add a show',
      admin: true,
      json: ShowBody,
      answers: { 201: json('It was added', ShowAnswer) },
    },
  },
  '/api/shows/{id}': {
    put: {
      summary: 'Change a show',
      admin: true,
      json: ShowBody,
      parameters: [pathParameter('id')],
      answers: { 200: json('It was changed', ShowAnswer) },
    },
    delete: {
      summary: 'Delete a show',
      admin: true,
      parameters: [pathParameter('id')],
      answers: { 204: empty('It is gone') },
    },
  },
  '/api/music': {
    get: {
      summary: "All tracks in the band's order",
      answers: { 200: json('The tracks', MusicAnswer), 304: empty('The client has them already') },
    },
  },
  '/api/music/upload': {
    post: {
      summary: 'Add a track',
      admin: true,
      multipart: trackForm(true),
      answers: { 201: json('It was added', TrackAnswer) },
    },
  },
  '/api/music/{id}': {
    put: {
      summary: 'Change a track, and its file where one is sent',
      admin: true,
      multipart: trackForm(false),
      parameters: [pathParameter('id')],
      answers: { 200: json('It was changed', TrackAnswer) },
    },
    delete: {
      summary: 'Delete a track and its file',
      admin: true,
      parameters: [pathParameter('id')],
      answers: { 204: empty('It is gone') },
    },
  },
  '/audio/{id}/{name}': { get: audio, head: audio },
  '/bookus': {
    get: { summary: 'The booking page', answers: { 200: text('The page', 'text/html') } },
    post: {
      summary: 'Ask for a booking',
      json: EnquiryBody,
      parameters: [
        header('Idempotency-Key', { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' }),
      ],
      answers: { 201: json('It was received', EnquiryReceipt) },
      refusals: [429],
    },
  },
  '/api/enquiries': {
    get: {
      summary: 'All enquiries, newest first',
      admin: true,
      answers: { 200: json('The enquiries', EnquiriesAnswer) },
    },
  },
  '/api/enquiries/unread': {
    get: {
      summary: 'How many enquiries wait for the band',
      admin: true,
      answers: { 200: json('The number', UnreadAnswer) },
    },
  },
  '/api/enquiries/{id}': {
    put: {
      summary: "Change an enquiry's status",
      admin: true,
      json: EnquiryStatusBody,
      parameters: [pathParameter('id')],
      answers: { 200: json('It was changed', EnquiryAnswer) },
    },
    delete: {
      summary: 'Delete an enquiry',
      admin: true,
      parameters: [pathParameter('id')],
      answers: { 204: empty('It is gone') },
    },
  },
  '/api/health': {
    get: {
      summary: 'Readiness',
      answers: {
        200: json('The database answers', HealthAnswer),
        503: json('It does not, or the process is stopping', HealthAnswer),
      },
    },
  },
  '/api/health/live': {
    get: { summary: 'Liveness', answers: { 200: json('The process serves', HealthAnswer) } },
  },
  '/api/openapi.json': {
    get: { summary: 'This document', answers: { 200: json('OpenAPI 3.1', {} as TSchema) } },
  },
  '/shows.ics': {
    get: {
      summary: 'All shows as iCalendar',
      answers: { 200: text('RFC 5545', 'text/calendar'), 304: empty('The client has it already') },
    },
  },
}

function refusalsOf(operation: Operation): number[] {
  const hasId = operation.parameters?.some(
    (parameter) => 'in' in parameter && parameter.in === 'path',
  )
  const writes = operation.admin || operation.json
  return [
    ...(operation.json || operation.multipart ? [400, 413, 415, 422] : []),
    ...(operation.multipart ? [507] : []),
    ...(operation.admin ? [401] : []),
    ...(hasId ? [404] : []),
    ...(writes ? [503] : []),
    ...(operation.refusals ?? []),
  ]
}

function describe(operation: Operation) {
  const { summary, admin, json: schema, multipart, parameters, answers } = operation
  const content = schema
    ? { 'application/json': { schema } }
    : multipart && {
        'multipart/form-data': {
          schema: multipart,
          encoding: { mp3File: { contentType: 'audio/mpeg' } },
        },
      }
  const problem = { $ref: '#/components/responses/Problem' }
  const refusals = refusalsOf(operation).map((status) => [status, problem])
  return {
    summary,
    ...(parameters ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    ...(admin ? { security: [{ bearer: [] }] } : {}),
    responses: { ...Object.fromEntries(refusals), ...answers },
  }
}

/** The OpenAPI 3.1 document of the whole API, from the schemas that the code itself checks by. */
export const openApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Cover band', version: '1.0.0' },
  paths: Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, it]) => [method, describe(it)])),
    ]),
  ),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    responses: {
      Problem: {
        description: 'A refusal (RFC 9457)',
        content: { 'application/problem+json': { schema: ProblemAnswer } },
      },
    },
  },
}
