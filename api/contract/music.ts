import { type Static, Type as t } from '@sinclair/typebox'
import { listPaths } from '../shared/site-map'
import { created, declare, deletion, fileResponses, linksTo, ok, rangeResponses } from './operation'
import { asRead } from './record'
import { LineOfText, ObjectIdText, oneOf } from './text'
import { Edition, LastChanges, Version } from './version'

/** The text fields of a track's multipart form; the form also contains the file as `mp3File`. */
export const TrackFields = t.Object({
  name: LineOfText,
  artist: LineOfText,
  location: LineOfText,
  album: t.Optional(LineOfText),
  /** Its place on the album. */
  number: t.Optional(
    t.String({
      pattern: '^[1-9]\\d{0,2}$',
      description: 'This must be a whole number from 1 to 999.',
    }),
  ),
  /** When it was recorded. */
  year: t.Optional(
    t.String({
      pattern: '^[12]\\d{3}$',
      description: 'This must be a whole number from 1000 to 2999.',
    }),
  ),
  /** Whether only the administrator gets the track. Forms contain texts only. */
  isDraft: t.Optional(oneOf('true', 'false')),
})
export type TrackFields = Static<typeof TrackFields>

/** The fields that everyone may read; numbers are texts only in forms. */
export const PublicTrackFields = t.Composite([
  t.Omit(TrackFields, ['isDraft', 'number', 'year']),
  t.Object({ number: t.Optional(t.Integer()), year: t.Optional(t.Integer()) }),
])

/** JSON Schema has no type for binary data; this is the format of OpenAPI 3.0. */
const Mp3File = t.String({ format: 'binary', contentMediaType: 'audio/mpeg' })

/** The multipart form of a new track. */
export const TrackUpload = t.Composite([TrackFields, t.Object({ mp3File: Mp3File })])

/** The multipart form of a changed track; without `mp3File`, the track's file does not change. */
export const TrackChange = t.Composite([TrackFields, t.Object({ mp3File: t.Optional(Mp3File) })])

const TrackFile = t.Object({
  /** Path of the mp3 on the API, ending in the name of the uploaded file; the content at a path never changes. */
  mp3FilePath: t.String(),
  /** `fileId` and `fileName` are the parameters of that path. */
  fileId: ObjectIdText,
  fileName: t.String(),
  /** Seconds, computed from the file's frames. */
  duration: t.Number(),
  /** Bytes. */
  size: t.Integer(),
  /** Decibels by which a player must amplify the file so that all tracks have −18 LUFS (EBU R 128); absent until it is
   * measured, and if it can't be. */
  gain: t.Optional(t.Number()),
})

export const Track = t.Composite([
  t.Object({ _id: ObjectIdText }),
  asRead(PublicTrackFields),
  TrackFile,
  t.Object({
    /** The sleeve as a picture. */
    cover: t.Optional(t.Object({ src: t.String(), width: t.Integer(), height: t.Integer() })),
    version: Version,
  }),
])
export type Track = Static<typeof Track>

/** A track in the back office. */
export const AdminTrack = t.Composite([
  t.Omit(Track, ['version']),
  Edition,
  t.Object({ isDraft: t.Optional(t.Boolean()) }),
])
export type AdminTrack = Static<typeof AdminTrack>

export const TrackResponse = t.Object({ music: AdminTrack })
export type TrackResponse = Static<typeof TrackResponse>

/** All tracks in the band's order. */
export const MusicResponse = t.Object({ music: t.Array(Track) })
export type MusicResponse = Static<typeof MusicResponse>

/** The order of all tracks, which is changed like a record. */
const StoredTrackOrder = t.Object({
  _id: t.Literal('order'),
  version: Version,
  /** The tracks' names in their order. */
  names: t.Array(t.String()),
})

export const AdminMusicResponse = t.Object({
  // The first field of a response is the changed record.
  order: StoredTrackOrder,
  music: t.Array(AdminTrack),
  lastChanges: LastChanges,
})

/** The ids of all tracks in their new order. */
export const TrackOrder = t.Object({ ids: t.Array(ObjectIdText, { maxItems: 10_000 }) })

export const musicOperations = declare({
  music: {
    route: `GET ${listPaths.music}`,
    summary: "All tracks in the band's order",
    access: 'anyone',
    memory: 'shared',
    responses: {
      200: {
        description: 'The tracks',
        schema: MusicResponse,
        links: {
          audio: { id: '$response.body#/music/0/fileId', name: '$response.body#/music/0/fileName' },
        },
      },
      304: { description: 'The client has them already' },
    },
  },
  adminMusic: {
    route: 'GET /api/admin/music',
    summary: "All tracks with the drafts, in the band's order",
    responses: ok('The tracks', AdminMusicResponse),
  },
  orderMusic: {
    route: 'PUT /api/music/order',
    summary: 'Change the order of the tracks',
    json: TrackOrder,
    versioned: StoredTrackOrder,
    responses: ok('The tracks in their order', AdminMusicResponse),
  },
  addTrack: {
    route: 'POST /api/music/upload',
    summary: 'Add a track',
    multipart: TrackUpload,
    isIdempotent: true,
    responses: created('The new track', TrackResponse, {
      audio: { id: '$response.body#/music/fileId', name: '$response.body#/music/fileName' },
      ...linksTo('$response.body#/music/_id', 'changeTrack', 'deleteTrack'),
    }),
  },
  changeTrack: {
    route: 'PUT /api/music/{id}',
    summary: 'Change a track, and its file if one is sent',
    multipart: TrackChange,
    versioned: AdminTrack,
    responses: ok('The changed track', TrackResponse),
  },
  deleteTrack: deletion(
    '/api/music/{id}',
    'Move a track to the bin; its file is deleted with it after 30 days',
    'The track is deleted',
    { versioned: AdminTrack },
  ),
  trackCover: {
    route: 'GET /music/{id}/cover.jpg',
    summary: "A track's sleeve, 512 × 512 pixels",
    access: 'anyone',
    responses: fileResponses('The picture', 'image/jpeg'),
  },
  trackFile: {
    route: 'GET /api/admin/music/{id}/file',
    summary: 'The mp3 of a track, also of a draft',
    headers: ['Range'],
    responses: rangeResponses('audio/mpeg'),
  },
  audio: {
    route: 'GET /audio/{id}/{name}',
    summary: "A track's mp3",
    access: 'anyone',
    headers: ['Range'],
    hasHead: true,
    responses: rangeResponses('audio/mpeg'),
  },
})
