import type { Show, showOperations } from '../contract/shows'
import { conditional, entityTag } from '../http/conditional'
import { contentDisposition } from '../http/content-disposition'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { Call } from '../http/route'
import { memoize } from '../process/memoize'
import { withoutControlCharacters } from './control-characters'
import { type ShowRecord, sequenceOf, toShow } from './show-record'
import { slugOf } from './show-slug'
import { type CalendarBand, type CalendarShow, showsCalendar } from './shows-calendar'
import { type RssBand, showsFeed } from './shows-feed'

export type FeedBand = CalendarBand & RssBand

interface Dependencies {
  /** The public shows. */
  items: () => readonly ShowRecord[]
  responses: PublicResponses
  band: () => FeedBand
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
}

type Operations = typeof showOperations

/** The most items in the RSS feed. Readers fetch it at least daily, so they miss nothing. */
const maxFeedItems = 200

const calendarType = 'text/calendar; charset=utf-8'
const rssType = 'application/rss+xml; charset=utf-8'

/** The shows as calendars (RFC 5545) and as a feed (RSS 2.0). */
export function createShowFeeds({ items, responses, band, today }: Dependencies) {
  const calendar = showsCalendar(band)
  const toEvent = memoize((record: ShowRecord): CalendarShow => {
    const { _id, ...show } = withoutControlCharactersIn(toShow(record))
    return { ...show, id: _id, version: sequenceOf(record) + 1, updatedAt: record.updatedAt }
  })
  const events = () => items().map(toEvent)

  return {
    showsCalendar: ({ request }: Call<Operations['showsCalendar']>) => ({
      text: calendar.all(events(), responses.siteOf(request)),
      headers: { 'content-type': calendarType },
    }),

    showCalendar({ request, parameters }: Call<Operations['showCalendar']>) {
      const show = items().find(({ _id }) => _id.toHexString() === parameters.id)
      if (!show) throw notFound()
      const text = calendar.one(toEvent(show), responses.siteOf(request))
      const name = `${slugOf({ ...show, city: band().name })}.ics`
      const response = conditional(request, text, {
        etag: entityTag(text),
        'content-type': calendarType,
        'cache-control': 'public, no-cache',
        // Not as an attachment: phones open it in their calendar.
        'content-disposition': contentDisposition(name),
      })
      return responses.markStale(response)
    },

    showsFeed({ request }: Call<Operations['showsFeed']>) {
      const coming = events().filter(({ date }) => date >= today())
      const text = showsFeed(band(), latest(coming), responses.siteOf(request))
      return { text, headers: { 'content-type': rssType } }
    },
  }
}

/** The shows that were changed last, in the order of the list. */
function latest(shows: CalendarShow[]): CalendarShow[] {
  const byChange = shows.toSorted((one, other) => +other.updatedAt - +one.updatedAt)
  const chosen = new Set(byChange.slice(0, maxFeedItems))
  return shows.filter((show) => chosen.has(show))
}

/** A show without control characters, which older records may contain. Line breaks of the note are kept. */
const withoutControlCharactersIn = (show: Show): Show =>
  Object.fromEntries(
    Object.entries(show).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const lines = name === 'note' ? value.split('\n') : [value]
      return [name, lines.map(withoutControlCharacters).join('\n')]
    }),
  ) as Show
