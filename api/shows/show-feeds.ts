import type { showOperations } from '../contract/shows'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { createPublicTexts, textResponse } from '../http/public-texts'
import type { Call } from '../http/route'
import type { CachedCollection } from '../mongo/cached-collection'
import { withoutControlCharacters } from './control-characters'
import { memoize } from './memoize'
import type { ShowRecord } from './shows.repository'
import { type CalendarBand, showsCalendar } from './shows-calendar'
import { type RssBand, showsFeed } from './shows-feed'

export type FeedBand = CalendarBand & RssBand

interface Dependencies {
  shows: CachedCollection<ShowRecord>
  responses: PublicResponses
  band: FeedBand
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
}

type Operations = typeof showOperations

const calendarType = 'text/calendar; charset=utf-8'
const rssType = 'application/rss+xml; charset=utf-8'

/** The shows as calendars (RFC 5545) and as a feed (RSS 2.0). */
export function createShowFeeds({ shows, responses, band, today }: Dependencies) {
  const texts = createPublicTexts({ responses, version: () => `${shows.version()} ${today()}` })
  const calendar = showsCalendar(band)
  const toEvent = memoize((show: ShowRecord) => ({
    ...show,
    id: show._id.toHexString(),
    venue: withoutControlCharacters(show.venue),
    city: withoutControlCharacters(show.city),
  }))
  const events = () => shows.items().map(toEvent)

  const handlers = {
    showsCalendar: ({ context }: Call<Operations['showsCalendar']>) =>
      texts.respond(context, calendarType, (site) => calendar.all(events(), site)),

    showCalendar({ request, parameters }: Call<Operations['showCalendar']>) {
      const show = shows.find(parameters.id)
      if (!show) throw notFound()
      const text = calendar.one(toEvent(show), responses.siteOf(request))
      return responses.markStale(textResponse(request, calendarType, text))
    },

    showsFeed: ({ context }: Call<Operations['showsFeed']>) =>
      texts.respond(context, rssType, (site) =>
        showsFeed(
          band,
          events().filter(({ date }) => date >= today()),
          site,
        ),
      ),
  }

  return { handlers, cached: texts.cached }
}
