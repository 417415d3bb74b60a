import { ObjectId } from 'mongodb'
import pLimit from 'p-limit'
import type { AdminShow, ShowBody } from '../contract/shows'
import type { AdminSong, SongBody } from '../contract/songs'
import type { ImportResponse, transferOperations } from '../contract/transfer'
import { invalidFile, Problem, tooLarge } from '../http/problem'
import { mediaTypeOf, readBody } from '../http/request-body'
import { type Call, reply } from '../http/route'
import type { Bin } from '../mongo/bin'
import type { ImportedRecord } from '../mongo/bulk-records'
import type { Receipts } from '../mongo/receipts'
import { comparable } from '../shared/comparable'
import { decodeText } from '../shared/decode-text'
import { readCalendar } from './calendar'
import {
  cellsOfShow,
  centsOfCell,
  columnNames,
  positions,
  withOwnValues,
  withSeconds,
} from './columns'
import { maxRows, readCsv } from './csv'
import { type DateOrder, isAmbiguous, orderOf } from './dates'
import { checkRows, type Importable, ShowRow, SongRow, type TableRow } from './table-rows'

/** The records of one noun, as imports need them. */
interface Kind<Record, Body> {
  all: () => Record[]
  /** Adds all or none; a record whose Idempotency-Key is known is not added again.
   * @returns their ids */
  addAll: (rows: readonly ImportedRecord<Body>[]) => Promise<ObjectId[]>
  /** The ids of the records whose Idempotency-Key begins with a text. */
  idsByKey: (beginning: string) => Promise<ObjectId[]>
  /** The ids of deleted records that programs outside may still know, apart from those in the bin. */
  formerIds: () => ObjectId[]
  /** Moves to the bin those of the records with these ids that nobody has changed since they were added. */
  removeUntouched: (ids: readonly ObjectId[], request: Request) => Promise<void>
}

export interface ImportDependencies {
  receipts: Receipts
  bin: Bin
  shows: Kind<AdminShow, ShowBody>
  songs: Kind<AdminSong, SongBody>
  /** Whether a picture that was uploaded is on this site. */
  isStored: (address: string) => Promise<boolean>
  /** The day and the time of day of an instant in the band's time zone. */
  localTime: (instant: Date) => { date: string; time: string }
  /** The present day in the band's time zone, YYYY-MM-DD. */
  today: () => string
  /** Stores the ids of the records that an import has added.
   * @returns the id by which the import can be undone */
  recordImport: (kind: ImportedKind, ids: ObjectId[]) => Promise<string>
}

export type ImportedKind = 'shows' | 'songs'

interface ImportedTable {
  rows: readonly TableRow[]
  /** The names of columns that match no field. */
  unknown?: readonly string[]
  /** Whether the order of the dates is unclear. */
  isUnclear: boolean
}

/** Bytes. */
const maxBody = 4 * 1024 * 1024
const calendarType = 'text/calendar'

/** The orders of dates by their names in the query. */
const orders: Readonly<Record<'dmy' | 'mdy', DateOrder>> = { dmy: 'day first', mdy: 'month first' }

const kinds = {
  shows: {
    schema: ShowRow,
    keyOf: ({ date, venue, city }) => [date, comparable(venue), comparable(city)].join('\n'),
    // An afternoon and an evening in one place are two shows.
    isSame: ({ startsAt: one }, { startsAt: other }) => !one || !other || one === other,
  } satisfies Importable<ShowBody>,
  songs: {
    schema: SongRow,
    keyOf: ({ title, artist }) => [comparable(title), comparable(artist)].join('\n'),
    isSame: () => true,
  } satisfies Importable<SongBody>,
}

/** Reads the lines of a spreadsheet, and the order of its dates: that of the query, or else the one that its dates have.
 * @throws Problem 422 if it is no spreadsheet, or has too many rows */
function readTable(
  kind: ImportedKind,
  text: string,
  wanted: DateOrder | undefined,
  today: string,
): ImportedTable {
  const { rows: found, unknown } = readCsv(kinds[kind].schema, text, {
    aliases: columnNames,
    positions: positions[kind],
    ...(kind === 'shows' && { cellsOf: cellsOfShow, readCell: centsOfCell }),
  })
  if (found.length > maxRows)
    throw invalidFile(`A file may have at most ${maxRows.toLocaleString('en')} rows.`)
  const dates = found.map(({ record }) => String(record['date'] ?? ''))
  const order = wanted ?? orderOf(dates)
  const rows = found.map(({ record, ...row }) => ({
    ...row,
    record:
      kind === 'shows' ? withOwnValues(record, order ?? 'month first', today) : withSeconds(record),
  }))
  return { rows, unknown, isUnclear: order === undefined && dates.some(isAmbiguous) }
}

/** Creates the function that imports shows or songs from a spreadsheet, or shows from a calendar. */
export function createImport(dependencies: ImportDependencies) {
  const { receipts, bin, shows, songs, isStored, localTime, today, recordImport } = dependencies
  // One at a time in this process, so that each finds the rows that earlier ones have added.
  const limit = pLimit(1)

  /** Checks the rows and, unless this is a preview, adds them and stores their ids for an undo. Rows that another request with
   * the same key has added count as added by this one.
   * @param key the Idempotency-Key of the request; that of each record is this one and its place in the file
   * @throws Problem 422 if any row has errors, or if the order of the dates is unclear */
  async function importTable(
    kind: ImportedKind,
    { rows, unknown = [], isUnclear }: ImportedTable,
    isPreview: boolean,
    key: string | undefined,
  ): Promise<ImportResponse> {
    const stored = { shows, songs }[kind] as unknown as Kind<{ _id: string }, object>
    // The records are read before the ids: rows of this request that another process adds in between are no duplicates.
    const listed = stored.all()
    const ids = key === undefined ? [] : await stored.idsByKey(`${key} `)
    const ofThisRequest = new Set(ids.map((id) => id.toHexString()))
    const present = listed.filter(({ _id }) => !ofThisRequest.has(_id))
    const importable = kinds[kind] as unknown as Importable<object>
    const formerIds = [...(await bin.ids()), ...stored.formerIds()].map(String)
    const usable = await Promise.all(rows.map(withoutMissingPoster))
    const checked = checkRows(importable, usable, present, formerIds)
    const result = {
      rows: checked.rows,
      added: checked.newRecords.length,
      skipped: checked.rows.filter(({ duplicateOf }) => duplicateOf !== undefined).length,
      ...(isUnclear && { needs: 'dates' as const }),
      ...(unknown.length > 0 && { unknown: [...unknown] }),
    }
    if (isPreview) return result
    if (isUnclear)
      throw refused('Say whether the day or the month comes first in the dates.', result)
    if (checked.rows.some(({ errors }) => errors !== undefined))
      throw refused('Some rows have errors, so nothing was added.', result)
    if (result.added === 0) return result
    const added = await stored.addAll(
      checked.newRecords.map(({ place, body, id }) => ({
        body,
        key: key && `${key} ${place}`,
        ...(id !== undefined && { _id: new ObjectId(id) }),
      })),
    )
    return { ...result, importId: await recordImport(kind, added) }
  }

  /** The row without its poster, if the picture of the poster is not on this site. */
  async function withoutMissingPoster(row: TableRow): Promise<TableRow> {
    const { poster, ...record } = row.record as { poster?: { src?: unknown } }
    const src = poster?.src
    if (typeof src !== 'string' || (await isStored(src))) return row
    return { ...row, record, leftOut: ['poster'] }
  }

  /** Checks or adds the rows of a file, once for each Idempotency-Key. */
  return async (
    kind: ImportedKind,
    { request, query, idempotencyKey }: Call<(typeof transferOperations)['importShows']>,
  ) => {
    const isPreview = query.preview !== undefined
    const hasEvents = kind === 'shows' && mediaTypeOf(request) === calendarType
    const bytes = await readBody(request, {
      mediaType: hasEvents ? calendarType : 'text/csv',
      maxBytes: maxBody,
      tooLong: () => tooLarge('A file may have at most 4 MB.'),
    })
    const text = decodeText(bytes)
    const read = () =>
      hasEvents
        ? { rows: readCalendar(text, localTime), isUnclear: false }
        : readTable(kind, text, query.dates && orders[query.dates], today())
    const key = isPreview ? undefined : idempotencyKey
    const content = { text, dates: query.dates }
    const response = await receipts.once({ scope: `import of ${kind}`, key, content }, () =>
      limit(() => importTable(kind, read(), isPreview, key)),
    )
    return reply(200, response)
  }
}

const refused = (detail: string, members: ImportResponse) => new Problem(422, detail, { members })
