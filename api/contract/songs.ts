import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { listPaths } from '../shared/site-map'
import { created, declare, deletion, linksTo, ok } from './operation'
import { asRead } from './record'
import { LineOfText, lineOf, ObjectIdText, textOf } from './text'
import { Edition, LastChanges, Version } from './version'

/** The fields of a song that everyone may read. */
const PublicFields = t.Object({
  title: LineOfText,
  artist: LineOfText,
  /** When it came out. */
  year: t.Optional(t.Integer({ minimum: 1000, maximum: 2999 })),
  tags: t.Optional(t.Array(lineOf(limits.tag), { maxItems: 10 })),
  /** The musical key, such as 'A minor'. */
  key: t.Optional(lineOf(limits.tag)),
  /** The track on which it can be heard. */
  trackId: t.Optional(ObjectIdText),
})

/** A song as the administrator enters it. An absent optional field keeps its stored value; an empty text or list clears
 * it. */
export const SongBody = t.Composite([
  PublicFields,
  t.Object({
    /** True if it is absent. */
    isPublic: t.Optional(t.Boolean()),
    /** For the band: arrangement, who sings, lyrics. */
    notes: t.Optional(textOf(limits.message)),
    /** Seconds. */
    duration: t.Optional(t.Integer({ minimum: 1, maximum: 36_000 })),
  }),
])
export type SongBody = Static<typeof SongBody>

/** The fields of a song that are in its public view. */
export const PublicSongFields = asRead(PublicFields)

/** A song that the band plays. */
export const Song = t.Composite([
  t.Object({ _id: ObjectIdText, version: Version }),
  PublicSongFields,
])
export type Song = Static<typeof Song>

/** A song in the back office. */
export const AdminSong = t.Composite([t.Object({ _id: ObjectIdText }), asRead(SongBody), Edition])
export type AdminSong = Static<typeof AdminSong>

export const SongResponse = t.Object({ song: AdminSong })
export type SongResponse = Static<typeof SongResponse>

export const songOperations = declare({
  songs: {
    route: `GET ${listPaths.songs}`,
    summary: 'The songs that the band plays, by title',
    access: 'anyone',
    memory: 'shared',
    responses: {
      200: { description: 'The songs', schema: t.Object({ songs: t.Array(Song) }) },
      304: { description: 'The client has them already' },
    },
  },
  adminSongs: {
    route: 'GET /api/admin/songs',
    summary: 'All songs as the administrator sees them',
    responses: ok(
      'The songs, by title',
      t.Object({ songs: t.Array(AdminSong), lastChanges: LastChanges }),
    ),
  },
  addSong: {
    route: `POST ${listPaths.songs}`,
    summary: 'Add a song',
    json: SongBody,
    isIdempotent: true,
    responses: created(
      'The new song',
      SongResponse,
      linksTo('$response.body#/song/_id', 'changeSong', 'deleteSong'),
    ),
  },
  changeSong: {
    route: 'PUT /api/songs/{id}',
    summary: 'Change a song',
    json: SongBody,
    isIdempotent: true,
    versioned: AdminSong,
    responses: ok('The changed song', SongResponse),
  },
  deleteSong: deletion('/api/songs/{id}', 'Move a song to the bin', 'The song is deleted', {
    versioned: AdminSong,
  }),
})
