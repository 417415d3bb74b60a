import type { MusicEvent, MusicGroup, MusicRecording, VideoObject } from 'schema-dts'
import type { Track } from '../../api/contract/music'
import type { Show } from '../../api/contract/shows'
import type { Site, Video } from '../../api/contract/site'
import { zonedTime } from '../../api/shared/band-time'
import { sharePicturePath, sharePictureSize } from '../../api/shared/drawn-files'
import { defaultLocale } from '../../api/shared/locale'
import { feedPaths, pages, showPath } from '../../api/shared/site-map'
import { startDayOf } from '../../api/shared/start-day'
import { linksOf } from '../band/frame'
import { embedUrl } from '../features/videos/embed'
import { organiserQuestions } from './organiser-questions'

/** The content of a page, for crawlers and link previews. */
interface PageMetadata {
  /** The canonical path. */
  path: string
  title: string
  description: string
  /** Absolute origin of the public site. */
  site: string
  /** With the videos on the page only. */
  band: Site
  /** The coming shows on the page, soonest first. */
  shows: readonly Show[]
  tracks: readonly Track[]
  /** The picture of link previews; the band's cover by default. */
  picture?: { path: string; alt: string }
}

/** The tags in a page's head for crawlers and messengers: Open Graph, Twitter cards, feeds, and JSON-LD (schema.org).
 * Browsers don't use them, so they are rendered on the server only. */
export function SeoTags(metadata: PageMetadata) {
  const { path, title, description, site, band } = metadata
  const { picture = { path: sharePicturePath, alt: band.cover?.alt ?? band.name } } = metadata
  const common = { title, description, image: site + picture.path, 'image:alt': picture.alt }
  const openGraph = {
    type: 'website',
    site_name: band.name,
    locale: (band.locale ?? defaultLocale).replace('-', '_'),
    url: site + path,
    ...common,
    'image:width': String(sharePictureSize[0]),
    'image:height': String(sharePictureSize[1]),
  }
  const twitter = { card: 'summary_large_image', ...common }
  const feedTitle = `${band.name}: shows`
  return (
    <>
      {Object.entries(openGraph).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      {Object.entries(twitter).map(([name, content]) => (
        <meta key={name} name={`twitter:${name}`} content={content} />
      ))}
      <link rel="alternate" type="application/rss+xml" title={feedTitle} href={feedPaths.rss} />
      <link rel="alternate" type="text/calendar" title={feedTitle} href={feedPaths.calendar} />
      {thingsOf(metadata).map((thing, index) => (
        <JsonLd key={String(index)} thing={thing} />
      ))}
    </>
  )
}

function JsonLd({ thing }: { thing: unknown }) {
  const withContext = JSON.stringify({ '@context': 'https://schema.org', ...(thing as object) })
  // Escaped, so that the text can't end the script or begin a comment in it.
  const text = withContext.replaceAll('<', '\\u003c')
  return <script type="application/ld+json">{text}</script>
}

/** The structured data of a page. Not typed as `Thing`, because the compiler takes seconds to check that type. */
function thingsOf({ path, site, band, shows, tracks }: PageMetadata): unknown[] {
  const { home, aboutUs, press } = pages
  const isAboutBand = [home, aboutUs, press].some((page) => page.path === path)
  return [
    ...(isAboutBand ? [groupOf(band, site)] : []),
    ...(path === press.path ? [organiserQuestions(band, site)] : []),
    ...shows.map((show) => eventOf(show, site, band)),
    ...tracks.map((track) => recordingOf(track, site, band)),
    ...(band.videos ?? []).map((video) => videoOf(video, site, band)),
  ]
}

const idOf = (site: string) => `${site}/#band`

function groupOf(band: Site, site: string): MusicGroup {
  const { name, genre, town, introduction } = band
  return {
    '@type': 'MusicGroup',
    '@id': idOf(site),
    name,
    ...(genre && { genre }),
    ...(introduction && { description: introduction }),
    url: `${site}/`,
    image: site + sharePicturePath,
    ...(town && { foundingLocation: { '@type': 'Place', name: town } }),
    sameAs: linksOf(band).map(({ url }) => url),
  }
}

/** The instant at which something begins, or its day if the time is not known (schema.org accepts both). */
const momentOf = (timeZone: string, date: string, time: string | undefined) =>
  time === undefined || date < '1000' ? date : zonedTime(timeZone, date, time)

/** The status of an event (Google, "Event structured data"): a postponed show with a new date is rescheduled. */
const eventStatusOf = ({ status, formerDate }: Show) => {
  if (status === 'cancelled') return 'https://schema.org/EventCancelled'
  if (status !== 'postponed') return 'https://schema.org/EventScheduled'
  return formerDate === undefined
    ? 'https://schema.org/EventPostponed'
    : 'https://schema.org/EventRescheduled'
}

function eventOf(show: Show, site: string, band: Site): MusicEvent {
  const { date, venue, city, address, startsAt, doorsAt, formerDate, ticketUrl } = show
  const url = site + showPath(show.slug)
  return {
    '@type': 'MusicEvent',
    '@id': url,
    name: `${band.name} at ${venue}`,
    description: [`${band.name} live at ${venue}, ${city}.`, show.note ?? band.introduction]
      .filter(Boolean)
      .join(' '),
    startDate: momentOf(band.timeZone, startDayOf(show), startsAt),
    ...(doorsAt && { doorTime: momentOf(band.timeZone, date, doorsAt) }),
    // Nobody enters when a show ends.
    ...(!startsAt && { endDate: date }),
    ...(show.status === 'postponed' && formerDate && { previousStartDate: formerDate }),
    ...(show.ageLimit !== undefined && { typicalAgeRange: `${show.ageLimit}-` }),
    eventStatus: eventStatusOf(show),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'MusicVenue',
      name: venue,
      address: {
        '@type': 'PostalAddress',
        ...(address && { streetAddress: address }),
        addressLocality: city,
        ...(band.region && { addressRegion: band.region }),
        ...(band.country && { addressCountry: band.country }),
      },
    },
    ...(ticketUrl &&
      show.status !== 'cancelled' && {
        offers: {
          '@type': 'Offer',
          url: ticketUrl,
          availability:
            show.status === 'soldout' ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
        },
      }),
    performer: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name },
    organizer: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name, url: `${site}/` },
    image: site + (show.poster?.src ?? sharePicturePath),
    url,
  }
}

const recordingOf = (track: Track, site: string, band: Site): MusicRecording => ({
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

/** Seconds as an ISO 8601 duration: 78.08 is PT1M18S. */
export function isoDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${whole % 60}S`
}

function videoOf(video: Video, site: string, band: Site): VideoObject {
  return {
    '@type': 'VideoObject',
    name: video.title,
    ...(video.about && { description: video.about }),
    ...(video.picture && { thumbnailUrl: site + video.picture.src }),
    // Search engines expect a time zone; noon UTC is the same day nearly everywhere.
    ...(video.publishedOn && { uploadDate: `${video.publishedOn}T12:00:00Z` }),
    ...(video.provider === 'file'
      ? { contentUrl: site + video.source }
      : { embedUrl: embedUrl(video) }),
    publisher: { '@type': 'MusicGroup', '@id': idOf(site), name: band.name },
  }
}
