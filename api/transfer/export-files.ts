import { extname } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { type Away, AwayBody } from '../contract/availability'
import { Enquiry } from '../contract/enquiries'
import type { AdminTrack } from '../contract/music'
import { type AdminShow, ShowBody } from '../contract/shows'
import type { Site } from '../contract/site'
import type { AdminSong } from '../contract/songs'
import { type ArchivedFile, fileNames, zipOf } from '../files/zip'
import { download } from '../http/content-disposition'
import { owedFor } from '../shared/owed'
import { pressPictures } from '../shared/press-pictures'
import { prefixes } from '../shared/site-map'
import { toCsv } from './csv'
import { ShowRow, SongRow } from './table-rows'

/** What the exports contain. */
export interface ExportDependencies {
  shows: { all: () => AdminShow[] }
  songs: { all: () => AdminSong[] }
  enquiries: { all: () => Promise<Enquiry[]> }
  music: {
    all: () => AdminTrack[]
    /** The bytes of its mp3. */
    pieces: (track: AdminTrack) => AsyncIterable<Uint8Array>
    /** Whether the database has its whole mp3. */
    isComplete: (track: AdminTrack) => Promise<boolean>
  }
  nightsOff: () => Promise<Away[]>
  /** The files of the band's pages. */
  files: { all: () => AsyncIterable<{ name: string; content: AsyncIterable<Uint8Array> }> }
  pictures: { all: () => AsyncIterable<{ name: string; content: Uint8Array; storedAt: Date }> }
  band: () => Site
}

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

/** Creates the handlers that export records as spreadsheets, and all that the band has as an archive. */
export function createExports(dependencies: ExportDependencies) {
  const { shows, songs, enquiries, music, nightsOff, files, pictures, band } = dependencies

  const enquiriesCsv = async () => toCsv(Enquiry, await enquiries.all())

  async function* everything(): AsyncGenerator<ArchivedFile> {
    const lastModified = new Date()
    const nameFor = fileNames()
    yield { name: 'site.json', input: JSON.stringify(band(), null, 2), lastModified }
    yield { name: 'shows.csv', input: toCsv(ShowRow, shows.all()), lastModified }
    yield { name: 'songs.csv', input: toCsv(SongRow, songs.all()), lastModified }
    yield { name: 'enquiries.csv', input: await enquiriesCsv(), lastModified }
    yield { name: 'nights-off.csv', input: toCsv(AwayBody, await nightsOff()), lastModified }
    const tracks = music.all().map((track) => ({
      ...track,
      file: `music/${nameFor(`${track.artist} - ${track.name}`, '.mp3')}`,
    }))
    yield { name: 'music.csv', input: toCsv(TrackRow, tracks), lastModified }
    const broken: string[] = []
    for (const track of tracks)
      if (await music.isComplete(track))
        yield { name: track.file, input: music.pieces(track), lastModified }
      else broken.push(track.file)
    if (broken.length > 0) {
      const input = `The database has lost a part of these files:\n${broken.join('\n')}\n`
      yield { name: 'not-included.txt', input, lastModified }
    }
    for await (const { name, content } of files.all())
      yield {
        name: `files/${nameFor(name.slice(0, -extname(name).length || undefined), extname(name))}`,
        input: content,
        lastModified,
      }
    const labels = pictureLabels(band(), shows.all())
    for await (const { name, content, storedAt } of pictures.all()) {
      // `site.json` and the shows refer to the picture by its digest, which begins with these characters.
      const label = `${labels.get(`${prefixes.pictures}/${name}`) ?? 'Picture'} ${name.slice(0, 8)}`
      const file = `pictures/${nameFor(label, extname(name))}`
      yield { name: file, input: new Uint8Array(content), lastModified: storedAt }
    }
  }

  return {
    exportShows: () => csvFile('shows.csv', toCsv(ShowRow, shows.all())),
    exportOwed: () => csvFile('owed.csv', toCsv(OwedShow, owedShows(shows.all()))),
    exportSongs: () => csvFile('songs.csv', toCsv(SongRow, songs.all())),
    exportEnquiries: async () => csvFile('enquiries.csv', await enquiriesCsv()),
    exportEverything: ({ context }: { context: { isHead: boolean } }) =>
      download('everything.zip', 'application/zip', context.isHead ? null : zipOf(everything())),
  }
}

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

const csvFile = (name: string, text: string) => download(name, 'text/csv; charset=utf-8', text)
