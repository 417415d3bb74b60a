import { type TSchema, Type } from '@sinclair/typebox'
import { LoginBody, LoginsAnswer, PasswordBody, TokenAnswer, VerifyAnswer } from '../contract/admin'
import { BackupDownloadBody, BackupsAnswer } from '../contract/backups'
import {
  EnquiriesAnswer,
  EnquiryAnswer,
  EnquiryBody,
  EnquiryBox,
  EnquiryReceipt,
  EnquiryStatusBody,
  UnreadAnswer,
} from '../contract/enquiries'
import { HealthAnswer } from '../contract/health'
import { MusicAnswer, Track, TrackAnswer, TrackFields } from '../contract/music'
import { ProblemAnswer } from '../contract/problem'
import { AdminShow, AdminShowsAnswer, ShowAnswer, ShowBody, ShowsAnswer } from '../contract/shows'
import { ConflictAnswer } from '../contract/version'

interface Operation {
  /** The operationId. */
  id: string
  summary: string
  /** Whether only the administrator may. */
  admin?: true
  json?: TSchema
  multipart?: object
  answers: Record<number, object>
  /** Statuses of refusals beside those that follow from the rest. */
  refusals?: number[]
  parameters?: object[]
  /** Takes If-Match. */
  versioned?: TSchema
}

const json = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
})
const query = (name: string, schema: object) => ({ name, in: 'query', required: false, schema })

/** Where a response leads to: operations by their ids, with the values of their parameters (OpenAPI 3.1, 4.8.20). */
const linked = <Response extends object>(
  response: Response,
  links: Record<string, Record<string, string>>,
) => ({
  ...response,
  links: Object.fromEntries(
    Object.entries(links).map(([operationId, parameters]) => [
      operationId,
      { operationId, parameters },
    ]),
  ),
})

const idempotencyKey = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
}
const ifMatch = {
  ...{ name: 'If-Match', in: 'header', required: false },
  description: 'The version that is to be changed, such as "v3"; without it any.',
  schema: { type: 'string' },
}

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

const audio = (id: string): Operation => ({
  id,
  summary: "A track's mp3",
  parameters: [pathParameter('id'), pathParameter('name'), header('Range')],
  answers: {
    200: text('The whole file', 'audio/mpeg'),
    206: text('The range that was asked for, or its beginning', 'audio/mpeg'),
    304: empty('The client has it already'),
    416: empty('The range is not in the file'),
  },
  refusals: [404],
})

const operations: Record<string, Record<string, Operation>> = {
  '/api/admin/login': {
    post: {
      id: 'logIn',
      summary: 'Log in',
      json: LoginBody,
      answers: { 200: json('A token for the Authorization header', TokenAnswer) },
      refusals: [401, 429],
    },
  },
  '/api/admin/verify-token': {
    get: {
      id: 'verifyToken',
      summary: 'Whether the token holds',
      admin: true,
      answers: { 200: json('It does', VerifyAnswer) },
    },
  },
  '/api/admin/logout': {
    post: {
      id: 'logOut',
      summary: 'Log out',
      admin: true,
      answers: { 204: empty('The token is dead') },
    },
  },
  '/api/admin/logout-everywhere': {
    post: {
      id: 'logOutEverywhere',
      summary: 'Log out on every device',
      admin: true,
      answers: { 204: empty('Every token is dead') },
    },
  },
  '/api/admin/logins': {
    get: {
      id: 'logins',
      summary: 'When and from where the last logins came',
      admin: true,
      answers: { 200: json('Newest first', LoginsAnswer) },
    },
  },
  '/api/admin/backups': {
    get: {
      id: 'backups',
      summary: 'The automatic backups',
      admin: true,
      answers: { 200: json('Newest first', BackupsAnswer) },
    },
  },
  '/api/admin/backups/{name}': {
    post: {
      id: 'downloadBackup',
      summary: 'Download one of them',
      admin: true,
      json: BackupDownloadBody,
      parameters: [pathParameter('name')],
      answers: { 200: text('The archive', 'application/zstd') },
      refusals: [429],
    },
  },
  '/api/admin/password': {
    put: {
      id: 'changePassword',
      summary: 'Change the password; every older token is dead',
      admin: true,
      json: PasswordBody,
      answers: { 200: json('A new token', TokenAnswer) },
      refusals: [429],
    },
  },
  '/api/shows': {
    get: {
      id: 'shows',
      summary: 'All shows by date ascending',
      answers: { 200: json('The shows', ShowsAnswer), 304: empty('The client has them already') },
    },
    post: {
      id: 'addShow',
      summary: 'Add a show',
      admin: true,
      json: ShowBody,
      parameters: [idempotencyKey],
      answers: {
        201: linked(json('It was added', ShowAnswer), {
          changeShow: { id: '$response.body#/show/_id' },
          deleteShow: { id: '$response.body#/show/_id' },
          showCalendar: { id: '$response.body#/show/_id' },
        }),
      },
    },
  },
  '/api/admin/shows': {
    get: {
      id: 'adminShows',
      summary: 'All shows as the administrator sees them',
      admin: true,
      answers: { 200: json('The shows, by date ascending', AdminShowsAnswer) },
    },
  },
  '/api/shows/{id}': {
    put: {
      id: 'changeShow',
      summary: 'Change a show',
      admin: true,
      json: ShowBody,
      parameters: [pathParameter('id'), ifMatch],
      versioned: AdminShow,
      answers: { 200: json('It was changed', ShowAnswer) },
    },
    delete: {
      id: 'deleteShow',
      summary: 'Delete a show',
      admin: true,
      parameters: [pathParameter('id')],
      answers: { 204: empty('It is gone') },
    },
  },
  '/api/music': {
    get: {
      id: 'music',
      summary: "All tracks in the band's order",
      answers: {
        200: linked(json('The tracks', MusicAnswer), {
          audio: { id: '$response.body#/music/0/fileId', name: '$response.body#/music/0/fileName' },
        }),
        304: empty('The client has them already'),
      },
    },
  },
  '/api/music/upload': {
    post: {
      id: 'addTrack',
      summary: 'Add a track',
      admin: true,
      multipart: trackForm(true),
      parameters: [idempotencyKey],
      answers: {
        201: linked(json('It was added', TrackAnswer), {
          audio: { id: '$response.body#/music/fileId', name: '$response.body#/music/fileName' },
          changeTrack: { id: '$response.body#/music/_id' },
          deleteTrack: { id: '$response.body#/music/_id' },
        }),
      },
    },
  },
  '/api/music/{id}': {
    put: {
      id: 'changeTrack',
      summary: 'Change a track, and its file where one is sent',
      admin: true,
      multipart: trackForm(false),
      parameters: [pathParameter('id'), ifMatch],
      versioned: Track,
      answers: { 200: json('It was changed', TrackAnswer) },
    },
    delete: {
      id: 'deleteTrack',
      summary: 'Delete a track and its file',
      admin: true,
      parameters: [pathParameter('id')],
      answers: { 204: empty('It is gone') },
    },
  },
  '/audio/{id}/{name}': { get: audio('audio'), head: audio('audioHead') },
  '/bookus': {
    post: {
      id: 'addEnquiry',
      summary: 'Ask for a booking',
      json: EnquiryBody,
      parameters: [idempotencyKey],
      answers: { 201: json('It was received', EnquiryReceipt) },
      refusals: [429],
    },
  },
  '/api/enquiries': {
    get: {
      id: 'enquiries',
      summary: 'A page of enquiries, newest first',
      admin: true,
      parameters: [query('status', EnquiryBox), query('before', { type: 'string' })],
      answers: {
        200: linked(json('The enquiries', EnquiriesAnswer), {
          enquiries: { before: '$response.body#/next' },
        }),
      },
      refusals: [422],
    },
  },
  '/api/enquiries/unread': {
    get: {
      id: 'unreadEnquiries',
      summary: 'How many enquiries wait for the band',
      admin: true,
      answers: { 200: json('The number', UnreadAnswer) },
    },
  },
  '/api/enquiries/{id}': {
    put: {
      id: 'changeEnquiry',
      summary: "Change an enquiry's status",
      admin: true,
      json: EnquiryStatusBody,
      parameters: [pathParameter('id')],
      answers: { 200: json('It was changed', EnquiryAnswer) },
    },
    delete: {
      id: 'deleteEnquiry',
      summary: 'Delete an enquiry',
      admin: true,
      parameters: [pathParameter('id')],
      answers: { 204: empty('It is gone') },
    },
  },
  '/api/health': {
    get: {
      id: 'health',
      summary: 'Readiness',
      answers: {
        200: json('The database answers', HealthAnswer),
        503: json('It does not, or the process is stopping', HealthAnswer),
      },
    },
  },
  '/api/health/live': {
    get: {
      id: 'healthLive',
      summary: 'Liveness',
      answers: { 200: json('The process serves', HealthAnswer) },
    },
  },
  '/api/openapi.json': {
    get: {
      id: 'openapi',
      summary: 'This document',
      answers: { 200: json('OpenAPI 3.1', Type.Object({})) },
    },
  },
  '/shows.ics': {
    get: {
      id: 'showsCalendar',
      summary: 'All shows as iCalendar',
      answers: { 200: text('RFC 5545', 'text/calendar'), 304: empty('The client has it already') },
    },
  },
  '/shows/{id}/calendar.ics': {
    get: {
      id: 'showCalendar',
      summary: 'One show as iCalendar',
      parameters: [pathParameter('id')],
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
    ...(operation.admin ? [421] : []),
    ...(writes ? [503] : []),
    ...(operation.refusals ?? []),
  ]
}

function describe(operation: Operation) {
  const { id, summary, admin, json: schema, multipart, parameters, answers, versioned } = operation
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
  const conflict = versioned && {
    412: {
      description: 'Another version is stored',
      content: {
        'application/problem+json': {
          schema: Type.Composite([ProblemAnswer, ConflictAnswer(versioned)]),
        },
      },
    },
  }
  return {
    operationId: id,
    summary,
    ...(parameters ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    ...(admin ? { security: [{ bearer: [] }] } : {}),
    responses: { ...Object.fromEntries(refusals), ...conflict, ...answers },
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
