import { type Static, Type as t } from '@sinclair/typebox'
import { prefixes } from '../shared/site-map'
import { created, declare, fileResponses } from './operation'
import { LineOfText } from './text'

/** The multipart form of a picture. */
export const PictureUpload = t.Object({
  /** JSON Schema has no type for binary data; this is the format of OpenAPI 3.0. */
  picture: t.String({ format: 'binary', contentMediaType: 'image/jpeg' }),
})

/** A tiny PNG, which is shown until the picture is loaded. */
const Placeholder = t.String({ pattern: '^data:image/png;base64,[\\w+/=]{1,1000}$' })

/** A stored picture. */
export const Picture = t.Object({
  /** A path on this site; the content at a path never changes. */
  src: t.String(),
  /** Pixels. */
  width: t.Integer(),
  height: t.Integer(),
  placeholder: Placeholder,
})
export type Picture = Static<typeof Picture>

/** The fields of a record's reference to a picture of this site. */
export const pictureFields = {
  src: t.String({ pattern: '^/(?!/)[^\\s\\\\]+$', maxLength: 300 }),
  width: t.Integer({ minimum: 1, maximum: 10_000 }),
  height: t.Integer({ minimum: 1, maximum: 10_000 }),
  placeholder: t.Optional(Placeholder),
  /** The point that stays visible where the picture is cropped, in per cent of its width and height. */
  focus: t.Optional(
    t.Object({
      x: t.Integer({ minimum: 0, maximum: 100 }),
      y: t.Integer({ minimum: 0, maximum: 100 }),
    }),
  ),
}

export const PictureReference = t.Object(
  {
    ...pictureFields,
    /** The alternative text. */
    alt: t.Optional(LineOfText),
  },
  {
    description:
      'This must be a picture of this site with its width and height, and with at most 200 characters of description.',
  },
)
export type PictureReference = Static<typeof PictureReference>

export const PictureResponse = t.Object({ picture: Picture })

export const pictureOperations = declare({
  addPicture: {
    route: 'POST /api/pictures',
    summary: 'Upload a picture, which records can then refer to',
    multipart: PictureUpload,
    responses: created('The stored picture', PictureResponse),
  },
  picture: {
    route: `GET ${prefixes.pictures}/{name}`,
    summary: 'A picture',
    access: 'anyone',
    responses: fileResponses('The picture', 'image/jpeg'),
  },
})
