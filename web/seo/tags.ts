import type {
  MusicEvent,
  MusicGroup,
  MusicRecording,
  Thing,
  VideoObject,
  WithContext,
} from 'schema-dts'
import type { Track } from '../../api/contract/music'
import type { Show } from '../../api/contract/shows'
import { feedPaths, pages } from '../../api/contract/site-map'
import { type Band, band, type Video } from '../content/band'
import { embedUrl } from '../features/videos/embed'
import { pictureUrl } from '../ui/Picture'
import { videoSources } from '../ui/video-files'

/** What a page shows, for those who read it without eyes. */
export interface PageFacts {
  /** As it counts: the canonical one. */
  path: string
  title: string
  description: string
  /** Absolute origin of the public site. */
  site: string
  /** Coming shows that the page names, soonest first. */
  shows: readonly Show[]
  tracks: readonly Track[]
}

/** The picture that stands beside a link to the site: 1200 × 630, made at build. */
export const sharePicture = { path: '/share.jpg', width: 1200, height: 630 }

/** Tags for a page's head that crawlers and messengers read and browsers have no use for, so that no script of
 * the page needs to know them: Open Graph, Twitter cards, feeds, and JSON-LD in the words of schema.org. */
export function tagsForMachines(facts: PageFacts): string {
  const { path, title, description, site } = facts
  const meta: [kind: 'property' | 'name', name: string, content: string][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', band.name],
    ['property', 'og:locale', 'en_CA'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', site + path],
    ['property', 'og:image', site + sharePicture.path],
    ['property', 'og:image:width', String(sharePicture.width)],
    ['property', 'og:image:height', String(sharePicture.height)],
    ['property', 'og:image:alt', band.cover.description],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', site + sharePicture.path],
    ['name', 'twitter:image:alt', band.cover.description],
  ]
  const things = thingsOn(facts).map((thing) => withContext(thing))
  return [
    ...meta.map(
      ([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeAttribute(content)}">`,
    ),
    `<link rel="alternate" type="application/rss+xml" title="${escapeAttribute(band.name)}: shows" href="/shows.rss">`,
    `<link rel="alternate" type="text/calendar" title="${escapeAttribute(band.name)}: shows" href="${feedPaths.calendar}">`,
    // What would end the script, or begin a comment in it, can't stand in it.
    ...things.map(
      (thing) =>
        `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('')
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const withContext = <Kind extends Thing>(thing: Kind) =>
  ({ '@context': 'https://schema.org', ...(thing as object) }) as WithContext<Kind>

function thingsOn({ path, site, shows, tracks }: PageFacts): Thing[] {
  const isAboutBand = path === pages.home.path || path === pages.aboutUs.path
  return [
    ...(isAboutBand ? [groupOf(band, site)] : []),
    ...shows.map((show) => eventOf(show, site)),
    ...tracks.map((track) => recordingOf(track, site)),
    ...(path === pages.videos.path ? band.videos.map((video) => videoOf(video, site)) : []),
  ]
}

const idOf = (site: string) => `${site}/#band`

const groupOf = ({ name, genre, town, introduction, social }: Band, site: string): MusicGroup => ({
  '@type': 'MusicGroup',
  '@id': idOf(site),
  name,
  genre,
  description: introduction,
  url: `${site}/`,
  image: site + sharePicture.path,
  foundingLocation: { '@type': 'Place', name: town },
  sameAs: Object.values(social).map(({ url }) => url),
})

const eventOf = ({ _id, date, venue, city }: Show, site: string): MusicEvent => ({
  '@type': 'MusicEvent',
  '@id': `${site}/Shows#${_id}`,
  name: `${band.name} at ${venue}`,
  description: `${band.name} live at ${venue}, ${city}. ${band.introduction}`,
  startDate: date,
  endDate: date,
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  location: {
    '@type': 'MusicVenue',
    name: venue,
    address: {
      '@type': 'PostalAddress',
      addressLocality: city,
      ...(band.region && { addressRegion: band.region }),
      ...(band.country && { addressCountry: band.country }),
    },
  },
  performer: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name },
  organizer: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name, url: `${site}/` },
  image: site + sharePicture.path,
  url: `${site}/Shows#${_id}`,
})

const recordingOf = (track: Track, site: string): MusicRecording => ({
  '@type': 'MusicRecording',
  '@id': `${site}/Music#${track._id}`,
  name: track.name,
  byArtist: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name },
  recordingOf: {
    '@type': 'MusicComposition',
    name: track.name,
    composer: { '@type': 'MusicGroup', name: track.artist },
  },
  locationCreated: { '@type': 'Place', name: track.location },
  duration: isoDuration(track.duration),
  audio: {
    '@type': 'AudioObject',
    contentUrl: site + track.mp3FilePath,
    encodingFormat: 'audio/mpeg',
  },
})

/** Seconds as ISO 8601 writes a duration: 78.08 is PT1M18S. */
export function isoDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${whole % 60}S`
}

function videoOf(video: Video, site: string): VideoObject {
  const [file] = video.provider === 'file' ? videoSources(video.source) : []
  return {
    '@type': 'VideoObject',
    name: video.title,
    description: video.about,
    thumbnailUrl: site + pictureUrl(video.picture),
    // With a time zone, as search engines want it: noon, so that the day reads the same nearly everywhere.
    ...(video.publishedOn && { uploadDate: `${video.publishedOn}T12:00:00Z` }),
    ...(file ? { contentUrl: site + file.src } : { embedUrl: embedUrl(video) }),
    publisher: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name },
  }
}
