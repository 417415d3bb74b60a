import { extname } from 'node:path'
import { type TObject, Type as t } from '@sinclair/typebox'
import { type Db, ObjectId } from 'mongodb'
import { type Away, AwayBody } from '../contract/availability'
import { type Enquiry, Enquiry as EnquirySchema } from '../contract/enquiries'
import type { AdminTrack } from '../contract/music'
import { type AdminShow, ShowBody } from '../contract/shows'
import type { Site } from '../contract/site'
import { type AdminSong, SongBody } from '../contract/songs'
import { type ImportResponse, transferOperations } from '../contract/transfer'
import { type ArchivedFile, fileNames, zipOf } from '../files/zip'
import { notFound, Problem, tooLarge } from '../http/problem'
import { mediaTypeOf, readBody } from '../http/request-body'
import { type Authorise, type Call, implement, reply } from '../http/route'
import type { Bin } from '../mongo/bin'
import type { Receipts } from '../mongo/receipts'
import type { ImportedRecord } from '../mongo/records'
import { comparable } from '../shared/comparable'
import { decodeText } from '../shared/decode-text'
import { owedFor } from '../shared/owed'
import { pressPictures } from '../shared/press-pictures'
import { prefixes } from '../shared/site-map'
import { readCalendar } from './calendar'
import { cellsOfShow, columnNames, positions, withOwnValues } from './columns'
import { readCsv, toCsv } from './csv'
import { type DateOrder, isAmbiguous, orderOf } from './dates'
import { checkRows, type Importable, rowOf, type TableRow } from './imports'

interface Kind<Record, Body> {
  all: () => Record[]
  /** Adds all or none; a record whose Idempotency-Key is known is not added again.
   * @returns their ids */
  addAll: (rows: readonly ImportedRecord<Body>[]) => Promise<ObjectId[]>
  /** The ids of the records whose Idempotency-Key begins with a text. */
  idsByKey: (beginning: string) => Promise<ObjectId[]>
  /** The ids of deleted records that programs outside may still know, apart from those in the bin. */
  formerIds: () => ObjectId[]
  /** Moves the records with these ids to the bin that nobody has changed since they were added. */
  removeUntouched: (ids: readonly ObjectId[], request: Request) => Promise<void>
}

interface Dependencies {
  db: Db
  receipts: Receipts
  bin: Bin
  shows: Kind<AdminShow, ShowBody>
  songs: Kind<AdminSong, SongBody>
  enquiries: { all: () => AsyncIterable<Enquiry> }
  music: {
    all: () => AdminTrack[]
    pieces: (track: AdminTrack) => AsyncIterable<Uint8Array>
    isComplete: (track: AdminTrack) => Promise<boolean>
  }
  nightsOff: () => Promise<Away[]>
  /** The files of the band's pages. */
  files: { all: () => AsyncIterable<{ name: string; content: AsyncIterable<Uint8Array> }> }
  pictures: { all: () => AsyncIterable<{ name: string; content: Uint8Array; storedAt: Date }> }
  band: () => Site
  /** Whether a picture that was uploaded is on this site. */
  isStored: (address: string) => Promise<boolean>
  /** The day and the time of day of an instant in the band's time zone. */
  localTime: (instant: Date) => { date: string; time: string }
  /** The present day in the band's time zone, YYYY-MM-DD. */
  today: () => string
  authorise: Authorise
}

interface ImportRecord {
  _id: ObjectId
  kind: 'shows' | 'songs'
  ids: ObjectId[]
  createdAt: Date
}

interface ImportedTable {
  rows: readonly TableRow[]
  /** The names of columns that match no field. */
  unknown?: readonly string[]
  /** Whether the order of the dates is unclear. */
  isUnclear: boolean
}

/** Seconds for which an import can be undone. */
const undoLifetime = 24 * 60 * 60
/** Bytes. */
const maxBody = 4 * 1024 * 1024
const calendarType = 'text/calendar'

/** The orders of dates by their names in the query. */
const orders: Readonly<Record<'dmy' | 'mdy', DateOrder>> = { dmy: 'day first', mdy: 'month first' }

const ShowRow = rowOf(ShowBody)
const SongRow = rowOf(SongBody)

/** A track in the band's order, with the name of its file in the archive. */
const TrackRow = t.Object({
  file: t.String(),
  name: t.String(),
  artist: t.String(),
  location: t.String(),
  album: t.String(),
  number: t.Integer(),
  year: t.Integer(),
  isDraft: t.Boolean(),
})

/** Everything in and out: shows and songs from files, and all that the band has into files. */
export async function createTransfer(dependencies: Dependencies) {
  const { db, receipts, bin, shows, songs, enquiries, music, files, pictures } = dependencies
  const { nightsOff, band, isStored, localTime, today, authorise } = dependencies

  const imports = db.collection<ImportRecord>('imports')
  await imports.createIndex({ createdAt: 1 }, { expireAfterSeconds: undoLifetime })

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

  async function readText(request: Request, mediaType: string): Promise<string> {
    const bytes = await readBody(request, {
      mediaType,
      maxBytes: maxBody,
      tooLong: () => tooLarge('A file may have at most 4 MB.'),
    })
    return decodeText(bytes)
  }

  /** Reads the lines of a spreadsheet, and the order of its dates: that of the query, or else the one that its dates have. */
  function readTable(kind: 'shows' | 'songs', text: string, wanted: DateOrder | undefined) {
    const { rows: found, unknown } = readCsv(kinds[kind].schema, text, {
      aliases: columnNames,
      positions: positions[kind],
      ...(kind === 'shows' && { cellsOf: cellsOfShow }),
    })
    const dates = found.map(({ record }) => String(record['date'] ?? ''))
    const order = wanted ?? orderOf(dates)
    const rows = found.map(({ line, record }) => ({
      line,
      record: kind === 'shows' ? withOwnValues(record, order ?? 'month first', today()) : record,
    }))
    return { rows, unknown, isUnclear: order === undefined && dates.some(isAmbiguous) }
  }

  /** Checks rows and, unless it is a preview, adds them and notes how that can be undone. What another request with the same
   * key has added counts as added by this one.
   * @param key the Idempotency-Key of the request; that of each record is this one and its place in the file
   * @throws Problem 422 if any row has errors, or if the order of the dates is unclear */
  async function importTable(
    kind: 'shows' | 'songs',
    { rows, unknown = [], isUnclear }: ImportedTable,
    isPreview: boolean,
    key: string | undefined,
  ): Promise<ImportResponse> {
    const stored = { shows, songs }[kind] as unknown as Kind<{ _id: string }, object>
    // Another process may add rows of the same request at this moment. Read after their ids, they would count as duplicates.
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
      throw refused('Some rows are not as they must be. Nothing was added.', result)
    if (result.added === 0) return result
    const added = await stored.addAll(
      checked.newRecords.map(({ place, body, id }) => ({
        body,
        key: key && `${key} ${place}`,
        ...(id !== undefined && { _id: new ObjectId(id) }),
      })),
    )
    const _id = new ObjectId()
    await imports.insertOne({ _id, kind, ids: added, createdAt: new Date() })
    return { ...result, importId: _id.toHexString() }
  }

  /** A row without a poster whose picture this site does not have. */
  async function withoutMissingPoster(row: TableRow): Promise<TableRow> {
    const { poster, ...record } = row.record as { poster?: { src?: unknown } }
    const src = poster?.src
    if (typeof src !== 'string' || (await isStored(src))) return row
    return { ...row, record, leftOut: ['poster'] }
  }

  /** Checks or adds the rows of a file, once for each Idempotency-Key. */
  async function importFile(
    kind: 'shows' | 'songs',
    { request, query, idempotencyKey }: Call<Operations['importShows']>,
  ) {
    const isPreview = query.preview !== undefined
    const hasEvents = kind === 'shows' && mediaTypeOf(request) === calendarType
    const text = await readText(request, hasEvents ? calendarType : 'text/csv')
    const read = () =>
      hasEvents
        ? { rows: readCalendar(text, localTime), isUnclear: false }
        : readTable(kind, text, query.dates && orders[query.dates])
    const key = isPreview ? undefined : idempotencyKey
    const content = { text, dates: query.dates }
    return reply(
      200,
      await receipts.once({ scope: `import of ${kind}`, key, content }, () =>
        importTable(kind, read(), isPreview, key),
      ),
    )
  }

  async function enquiriesCsv() {
    const all: Enquiry[] = []
    for await (const enquiry of enquiries.all()) all.push(enquiry)
    return toCsv(EnquirySchema, all)
  }

  async function* everything(): AsyncGenerator<ArchivedFile> {
    const modifiedAt = new Date()
    const nameFor = fileNames()
    yield { name: 'site.json', content: JSON.stringify(band(), null, 2), modifiedAt }
    yield { name: 'shows.csv', content: toCsv(ShowRow, shows.all()), modifiedAt }
    yield { name: 'songs.csv', content: toCsv(SongRow, songs.all()), modifiedAt }
    yield { name: 'enquiries.csv', content: await enquiriesCsv(), modifiedAt }
    yield { name: 'nights-off.csv', content: toCsv(AwayBody, await nightsOff()), modifiedAt }
    const tracks = music.all().map((track) => ({
      ...track,
      file: `music/${nameFor(`${track.artist} - ${track.name}`, '.mp3')}`,
    }))
    yield { name: 'music.csv', content: toCsv(TrackRow, tracks), modifiedAt }
    const broken: string[] = []
    for (const track of tracks)
      if (await music.isComplete(track))
        yield { name: track.file, content: music.pieces(track), modifiedAt }
      else broken.push(track.file)
    if (broken.length > 0) {
      const content = `The database has lost a part of these files:\n${broken.join('\n')}\n`
      yield { name: 'not-included.txt', content, modifiedAt }
    }
    for await (const { name, content } of files.all())
      yield {
        name: `files/${nameFor(name.slice(0, -extname(name).length || undefined), extname(name))}`,
        content,
        modifiedAt,
      }
    const labels = pictureLabels(band(), shows.all())
    for await (const { name, content, storedAt } of pictures.all()) {
      // `site.json` and the shows refer to the picture by its digest, which begins with these characters.
      const label = `${labels.get(`${prefixes.pictures}/${name}`) ?? 'Picture'} ${name.slice(0, 8)}`
      const file = `pictures/${nameFor(label, extname(name))}`
      yield { name: file, content: new Uint8Array(content), modifiedAt: storedAt }
    }
  }

  const csv = (name: string, schema: TObject, records: readonly object[]) =>
    fileOf(name, 'text/csv; charset=utf-8', toCsv(schema, records as Record<string, unknown>[]))

  const routes = implement(
    transferOperations,
    {
      importShows: (call) => importFile('shows', call),
      importSongs: (call) => importFile('songs', call),
      async undoImport({ request, parameters }) {
        const _id = new ObjectId(parameters.id)
        const found = await imports.findOne({ _id })
        if (!found) throw notFound()
        await { shows, songs }[found.kind].removeUntouched(found.ids, request)
        // Deleted last, so that the request can be repeated if the process dies.
        await imports.deleteOne({ _id })
        return reply(204)
      },
      exportShows: () => csv('shows.csv', ShowRow, shows.all()),
      exportOwed: () => csv('owed.csv', OwedShow, owedShows(shows.all())),
      exportSongs: () => csv('songs.csv', SongRow, songs.all()),
      exportEnquiries: async () =>
        fileOf('enquiries.csv', 'text/csv; charset=utf-8', await enquiriesCsv()),
      exportEverything: () => fileOf('everything.zip', 'application/zip', zipOf(everything())),
    },
    { authorise },
  )
  return { routes }
}

type Operations = typeof transferOperations

const refused = (detail: string, members: ImportResponse) => new Problem(422, detail, { members })

/** A show for which the band is still owed money. Amounts are in the currency's main unit, with two decimals. */
const OwedShow = t.Composite([
  t.Pick(ShowBody, ['date', 'venue', 'city', 'contact']),
  t.Object({ fee: t.String(), deposit: t.String(), owed: t.String() }),
])

const owedShows = (shows: readonly AdminShow[]) =>
  shows
    .filter((show) => owedFor(show) > 0)
    .map((show) => ({
      ...show,
      fee: amount(show.fee),
      deposit: amount(show.deposit),
      owed: amount(owedFor(show)),
    }))

const amount = (cents = 0) => (cents / 100).toFixed(2)

/** What uploaded pictures show, by their addresses. */
const pictureLabels = (site: Site, shows: readonly AdminShow[]): ReadonlyMap<string, string> =>
  new Map([
    ...pressPictures(site).map(({ picture, label }) => [picture.src, label] as const),
    ...shows.flatMap(({ poster, date, venue }) =>
      poster ? [[poster.src, `Poster ${date} ${venue}`] as const] : [],
    ),
  ])

const fileOf = (name: string, type: string, content: string | ReadableStream<Uint8Array>) =>
  new Response(content, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
