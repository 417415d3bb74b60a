import { calendarDomain, site as first } from '../web/content/site'
import { createBand } from './band/band'
import { createSiteFiles } from './band/site-files'
import { createDemo } from './demo/demo'
import type { Environment } from './environment'
import type { Foundations } from './foundations'
import type { Authorise } from './http/route'
import { createMusic } from './music/music'
import { createPictures } from './pictures/pictures'
import { currentDay } from './shared/calendar-day'
import { createShows } from './shows/shows'
import { createSongs } from './songs/songs'
import { createUploads } from './uploads/uploads'

/** The dependencies that all nouns share. Each noun's `Dependencies` lists those it uses. */
type Base = Environment & Foundations & { authorise: Authorise }
export type Content = Awaited<ReturnType<typeof createContent>>

/** Creates the nouns of what the band publishes: its words, shows, tracks and songs with their pictures and files, and the
 * demo content. */
export async function createContent(base: Base) {
  // Some nouns need each other: they call functions of nouns that are created below, once all of them exist.
  const isStored = async (address: string) =>
    (await pictures.has(address)) || (await siteFiles.open(address)) !== undefined
  const words = await createBand({ ...base, isStored, first: { content: first, calendarDomain } })
  const { current: band } = words
  const today = currentDay(() => band().timeZone)
  const common = { ...base, band, today }
  const shows = await createShows(common)
  const siteFiles = createSiteFiles({ ...common, refersTo: words.refersTo })
  const music = await createMusic({
    ...common,
    isFileUsedElsewhere: siteFiles.isFileUsed,
    storePicture: (content) => pictures.storeEmbedded(content),
  })
  const deleted = ['poster.src', 'picture.src'].map((path) => () => common.bin.values(path))
  const used = [shows.pictures, words.pictures, music.pictures, ...deleted]
  const pictures = createPictures({ ...common, used })
  const purposes = { track: music.upload, file: siteFiles.upload }
  const uploads = createUploads({ ...common, purposes })
  const songs = await createSongs({ ...common, isDraftTrack: music.isDraft })
  const demo = await createDemo({ ...common, shows, music, songs, words, today: today() })
  const nouns = { words, shows, siteFiles, music, pictures, uploads, songs, demo }
  return { common, isStored, nouns }
}
