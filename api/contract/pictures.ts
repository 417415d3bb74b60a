import { type Static, Type as t } from '@sinclair/typebox'
import { prefixes } from '../shared/site-map'
import { declare, fileResponses } from './operation'

/** The multipart form of a picture. */
export const PictureUpload = t.Object({
  /** JSON Schema has no type for binary data; this is the format of OpenAPI 3.0. */
  picture: t.String({ format: 'binary', contentMediaType: 'image/jpeg' }),
})

/** A stored picture. */
export const Picture = t.Object({
  /** A path on this site; the content at a path never changes. */
  src: t.String(),
  /** Pixels. */
  width: t.Integer(),
  height: t.Integer(),
})
export type Picture = Static<typeof Picture>

export const PictureResponse = t.Object({ picture: Picture })

export const pictureOperations = declare({
  addPicture: {
    method: 'POST',
    path: '/api/pictures',
    summary: 'Upload a picture, which records can then refer to',
    access: 'admin',
    multipart: PictureUpload,
    responses: { 201: { description: 'The stored picture', schema: PictureResponse } },
  },
  picture: {
    method: 'GET',
    path: `${prefixes.pictures}/{name}`,
    summary: 'A picture',
    access: 'anyone',
    responses: fileResponses('The picture', 'image/jpeg'),
  },
})
