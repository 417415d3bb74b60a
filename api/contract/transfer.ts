import { type Static, Type as t } from '@sinclair/typebox'
import { declare, ok } from './operation'
import { FieldError } from './problem'
import { ObjectIdText, oneOf } from './text'

/** A row of an import. */
export const ImportRow = t.Object({
  /** The line of the file at which it begins; the first one is 1. */
  line: t.Integer(),
  /** The record that the row becomes; of a row with errors, its values as read. */
  record: t.Optional(t.Object({}, { additionalProperties: true })),
  errors: t.Optional(t.Array(FieldError)),
  /** The id of a record that is the same show or song; such a row is skipped. If it is a row of the file, an empty text. */
  duplicateOf: t.Optional(t.Union([ObjectIdText, t.Literal('')])),
  /** Fields that are left out because this site lacks the file that they refer to. */
  leftOut: t.Optional(t.Array(t.String())),
})
export type ImportRow = Static<typeof ImportRow>

export const ImportResponse = t.Object({
  rows: t.Array(ImportRow),
  /** How many records were added, or would be. */
  added: t.Integer(),
  /** How many rows were skipped, or would be. */
  skipped: t.Integer(),
  /** The names of columns that match no field; they are ignored. Absent if there are none. */
  unknown: t.Optional(t.Array(t.String())),
  /** Present if it is unclear whether the day or the month comes first; the query `dates` says it. */
  needs: t.Optional(t.Literal('dates')),
  /** The id with which the import can be undone for a day; absent for a preview, and if nothing was added. */
  importId: t.Optional(ObjectIdText),
})
export type ImportResponse = Static<typeof ImportResponse>

const importQuery = t.Object({
  preview: t.Optional(t.Literal('1')),
  /** Whether the day (`dmy`) or the month (`mdy`) comes first in dates such as 4/7/2031. */
  dates: t.Optional(oneOf('dmy', 'mdy')),
})

const importOf = <const Kind extends string>(
  kind: Kind,
  summary: string,
  bytes: string | readonly string[] = 'text/csv',
) =>
  ({
    route: `POST /api/admin/import/${kind}`,
    summary,
    bytes,
    isIdempotent: true,
    query: importQuery,
    responses: ok('The rows', ImportResponse),
    problems: [400, 413],
  }) as const

const exportOf = <const Kind extends string>(kind: Kind, summary: string) =>
  ({
    route: `GET /api/admin/export/${kind}.csv`,
    summary,
    responses: { 200: { description: 'CSV (RFC 4180), UTF-8 with a BOM', mediaType: 'text/csv' } },
  }) as const

export const transferOperations = declare({
  importShows: importOf(
    'shows',
    'Add the shows of a CSV or iCalendar file, all or none; with `preview`, only check them',
    ['text/csv', 'text/calendar'],
  ),
  importSongs: importOf(
    'songs',
    'Add the songs of a CSV file, all or none; with `preview`, only check them',
  ),
  undoImport: {
    route: 'POST /api/admin/import/{id}/undo',
    summary: 'Move what an import has added to the bin, except for what was changed since',
    responses: { 204: { description: 'It is undone' } },
  },
  exportShows: exportOf('shows', 'All shows as CSV'),
  exportSongs: exportOf('songs', 'All songs as CSV'),
  exportOwed: exportOf('owed', 'What the band is still owed, by show, as CSV'),
  exportEnquiries: exportOf('enquiries', 'All enquiries as CSV'),
  exportEverything: {
    route: 'GET /api/admin/export/everything.zip',
    summary: 'Words, shows, songs, enquiries, mp3s and pictures under names that a person can read',
    responses: { 200: { description: 'The archive', mediaType: 'application/zip' } },
  },
})
