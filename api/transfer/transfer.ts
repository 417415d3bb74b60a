import { extname } from 'node:path'
import { type TObject, Type as t } from '@sinclair/typebox'
import { type Enquiry, Enquiry as EnquirySchema } from '../contract/enquiries'
import type { AdminTrack } from '../contract/music'
import { type AdminShow, ShowBody } from '../contract/shows'
import type { Site } from '../contract/site'
import { type AdminSong, SongBody } from '../contract/songs'
import { transferOperations } from '../contract/transfer'
import { type ArchivedFile, fileNames, zipOf } from '../files/zip'
import { tooLarge } from '../http/problem'
import { readBody } from '../http/request-body'
import { type Authorise, implement, reply } from '../http/route'
import { owedFor } from '../shared/owed'
import { readCalendar } from './calendar'
import { readCsv, toCsv } from './csv'
import { type Importable, importRows } from './imports'

interface Dependencies {
  shows: { all: () => AdminShow[]; addAll: (shows: readonly ShowBody[]) => Promise<unknown> }
  songs: { all: () => AdminSong[]; addAll: (songs: readonly SongBody[]) => Promise<unknown> }
  enquiries: { all: () => AsyncIterable<Enquiry> }
  music: { all: () => AdminTrack[]; pieces: (track: AdminTrack) => AsyncIterable<Uint8Array> }
  /** The files of the band's pages. */
  files: { all: () => AsyncIterable<{ name: string; content: AsyncIterable<Uint8Array> }> }
  pictures: { all: () => AsyncIterable<{ name: string; content: Uint8Array; storedAt: Date }> }
  band: () => Site
  /** The day and the time of day of an instant in the band's time zone. */
  localTime: (instant: Date) => { date: string; time: string }
  authorise: Authorise
}

/** Bytes. */
const maxBody = 4 * 1024 * 1024
const calendarType = 'text/calendar'

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Everything in and out: shows and songs from files, and all that the band has into files. */
export function createTransfer(dependencies: Dependencies) {
  const { shows, songs, enquiries, music, files, pictures, band, localTime, authorise } =
    dependencies

  const kinds = {
    shows: {
      schema: ShowBody,
      keyOf: ({ date, venue, city }) => [date, plain(venue), plain(city)].join('\n'),
      present: shows.all,
      add: shows.addAll,
    } satisfies Importable<ShowBody>,
    songs: {
      schema: SongBody,
      keyOf: ({ title, artist }) => [plain(title), plain(artist)].join('\n'),
      present: songs.all,
      add: songs.addAll,
    } satisfies Importable<SongBody>,
  }

  async function readText(request: Request, mediaType: string): Promise<string> {
    const bytes = await readBody(request, {
      mediaType,
      maxBytes: maxBody,
      tooLong: () => tooLarge('A file may have at most 4 MB.'),
    })
    return new TextDecoder().decode(bytes)
  }

  const isCalendar = (request: Request) =>
    request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === calendarType

  async function enquiriesCsv() {
    const all: Enquiry[] = []
    for await (const enquiry of enquiries.all()) all.push(enquiry)
    return toCsv(EnquirySchema, all)
  }

  async function* everything(): AsyncGenerator<ArchivedFile> {
    const modifiedAt = new Date()
    const nameFor = fileNames()
    yield { name: 'site.json', content: JSON.stringify(band(), null, 2), modifiedAt }
    yield { name: 'shows.csv', content: toCsv(ShowBody, shows.all()), modifiedAt }
    yield { name: 'songs.csv', content: toCsv(SongBody, songs.all()), modifiedAt }
    yield { name: 'enquiries.csv', content: await enquiriesCsv(), modifiedAt }
    for (const track of music.all()) {
      const name = nameFor(`${track.artist} - ${track.name}`, '.mp3')
      yield { name: `music/${name}`, content: music.pieces(track), modifiedAt }
    }
    for await (const { name, content } of files.all())
      yield {
        name: `files/${nameFor(name.slice(0, -extname(name).length || undefined), extname(name))}`,
        content,
        modifiedAt,
      }
    for await (const { name, content, storedAt } of pictures.all())
      yield { name: `pictures/${name}`, content: new Uint8Array(content), modifiedAt: storedAt }
  }

  const csv = (name: string, schema: TObject, records: readonly object[]) =>
    fileOf(name, 'text/csv; charset=utf-8', toCsv(schema, records as Record<string, unknown>[]))

  const routes = implement(
    transferOperations,
    {
      async importShows({ request, query }) {
        const rows = isCalendar(request)
          ? readCalendar(await readText(request, calendarType), localTime)
          : readCsv(ShowBody, await readText(request, 'text/csv'))
        return reply(200, await importRows(kinds.shows, rows, query.preview !== undefined))
      },
      async importSongs({ request, query }) {
        const rows = readCsv(SongBody, await readText(request, 'text/csv'))
        return reply(200, await importRows(kinds.songs, rows, query.preview !== undefined))
      },
      exportShows: () => csv('shows.csv', ShowBody, shows.all()),
      exportOwed: () => csv('owed.csv', OwedShow, owedShows(shows.all())),
      exportSongs: () => csv('songs.csv', SongBody, songs.all()),
      exportEnquiries: async () =>
        fileOf('enquiries.csv', 'text/csv; charset=utf-8', await enquiriesCsv()),
      exportEverything: () => fileOf('everything.zip', 'application/zip', zipOf(everything())),
    },
    { authorise },
  )
  return { routes }
}

/** A show for which the band is still owed money. Amounts are in the currency's smallest unit. */
const OwedShow = t.Composite([
  t.Pick(ShowBody, ['date', 'venue', 'city', 'contact', 'fee', 'deposit']),
  t.Object({ owed: t.Integer() }),
])

const owedShows = (shows: readonly AdminShow[]) =>
  shows.map((show) => ({ ...show, owed: owedFor(show) })).filter(({ owed }) => owed > 0)

const fileOf = (name: string, type: string, content: string | ReadableStream<Uint8Array>) =>
  new Response(content, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
