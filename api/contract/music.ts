import { type Static, Type as t } from '@sinclair/typebox'
import { LineOfText, ObjectIdText } from './text'
import { Version } from './version'

/** The text fields of a track's multipart form; the file travels beside them as `mp3File`. */
export const TrackFields = t.Object({
  name: LineOfText,
  artist: LineOfText,
  location: LineOfText,
})
export type TrackFields = Static<typeof TrackFields>

export const Track = t.Object({
  _id: ObjectIdText,
  name: t.String(),
  artist: t.String(),
  location: t.String(),
  /** A path on the API that ends in the uploaded file's name; its bytes never change. */
  mp3FilePath: t.String(),
  /** The parts of that path. */
  fileId: ObjectIdText,
  fileName: t.String(),
  /** Seconds, counted from the file's frames. */
  duration: t.Number(),
  /** Bytes. */
  size: t.Integer(),
  version: Version,
})
export type Track = Static<typeof Track>

export const TrackAnswer = t.Object({ music: Track })
export type TrackAnswer = Static<typeof TrackAnswer>

/** All tracks in the band's order. */
export const MusicAnswer = t.Object({ music: t.Array(Track) })
export type MusicAnswer = Static<typeof MusicAnswer>
