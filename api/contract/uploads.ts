import { Type as t } from '@sinclair/typebox'
import { declare, linksTo, rangeResponses } from './operation'

/** The protocol version, in every request and response. */
const headers = [{ name: 'Tus-Resumable', schema: t.Literal('1.0.0') }]
const byteCount = t.String({ pattern: '^(0|[1-9]\\d{0,15})$' })
/** A key, perhaps with a value in Base64 (RFC 4648, 4). */
const entry =
  '[a-zA-Z]+( ([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=))?'
const metadata = t.String({
  pattern: `^${entry}(,${entry})*$`,
  examples: ['filename YS5tcDM=,name QXV0dW1u,artist SmF6eg==,location SG9tZQ=='],
})
const uploadId = '$response.header.Location#regex:/api/uploads/(.+)'
const path = '/api/uploads'
const oneUpload = `${path}/{id}` as const

/** Resumable uploads (tus 1.0.0: core, creation, termination, expiration).
 *
 * `Upload-Metadata` has a `filename` and, for an mp3, optionally the fields of `TrackFields`; with the `purpose` `file`,
 * the upload is a file for the band's pages instead of an mp3. An upload expires after 24 hours. */
export const uploadOperations = declare({
  describeUploads: {
    route: `OPTIONS ${path}`,
    summary: 'The version and the extensions of the protocol',
    access: 'anyone',
    responses: { 204: { description: 'Tus-Version, Tus-Extension and Tus-Max-Size' } },
  },
  createUpload: {
    route: `POST ${path}`,
    summary: 'Begin an upload',
    headers: [
      ...headers,
      { name: 'Upload-Length', schema: byteCount },
      { name: 'Upload-Metadata', schema: metadata },
    ],
    responses: {
      201: {
        description: 'The address of the upload, in Location',
        links: linksTo(uploadId, 'upload', 'continueUpload', 'cancelUpload'),
      },
    },
    problems: [400, 412, 413, 422, 501, 507],
  },
  upload: {
    route: `HEAD ${oneUpload}`,
    summary: 'How much of an upload has arrived',
    headers,
    responses: { 200: { description: 'Upload-Offset and Upload-Length' } },
    problems: [410, 412, 422],
  },
  continueUpload: {
    route: `PATCH ${oneUpload}`,
    summary: 'Send the next part of an upload',
    bytes: 'application/offset+octet-stream',
    headers: [...headers, { name: 'Upload-Offset', schema: byteCount }],
    responses: {
      204: {
        description: 'The new Upload-Offset; after the last part, the file in Content-Location',
      },
    },
    problems: [400, 409, 410, 412, 413],
  },
  cancelUpload: {
    route: `DELETE ${oneUpload}`,
    summary: 'Remove an upload that is not complete',
    headers,
    responses: { 204: { description: 'The upload is removed' } },
    problems: [400, 412],
  },
})

export const fileOperations = declare({
  file: {
    route: 'GET /files/{id}/{name}',
    summary: "A file of the band's pages",
    access: 'anyone',
    headers: ['Range'],
    hasHead: true,
    responses: rangeResponses('*/*'),
  },
})
