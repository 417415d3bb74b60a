import type { Show, showOperations } from '../contract/shows'
import { contentDisposition } from '../http/content-disposition'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { createPublicTexts, textResponse } from '../http/public-texts'
import type { Call } from '../http/route'
import { withoutControlCharacters } from './control-characters'
import { memoize } from './memoize'
import { slugOf } from './show-slug'
import { type ShowRecord, toShow } from './shows.repository'
import { type CalendarBand, type CalendarShow, showsCalendar } from './shows-calendar'
import { type RssBand, showsFeed } from './shows-feed'

export type FeedBand = CalendarBand & RssBand

interface Dependencies {
  /** The public shows. */
  items: () => readonly ShowRecord[]
  version: () => number
  responses: PublicResponses
  band: FeedBand
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
}

type Operations = typeof showOperations

const calendarType = 'text/calendar; charset=utf-8'
const rssType = 'application/rss+xml; charset=utf-8'

/** The shows as calendars (RFC 5545) and as a feed (RSS 2.0). */
export function createShowFeeds({ items, version, responses, band, today }: Dependencies) {
  const texts = createPublicTexts({ responses, version: () => `${version()} ${today()}` })
  const calendar = showsCalendar(band)
  const toEvent = memoize((record: ShowRecord): CalendarShow => {
    const { _id, ...show } = withoutControls(toShow(record))
    return { ...show, id: _id, version: record.version, updatedAt: record.updatedAt }
  })
  const events = () => items().map(toEvent)

  const handlers = {
    showsCalendar: ({ context }: Call<Operations['showsCalendar']>) =>
      texts.respond(context, calendarType, (site) => calendar.all(events(), site)),

    showCalendar({ request, parameters }: Call<Operations['showCalendar']>) {
      const show = items().find(({ _id }) => _id.toHexString() === parameters.id)
      if (!show) throw notFound()
      const text = calendar.one(toEvent(show), responses.siteOf(request))
      const response = textResponse(request, calendarType, text)
      const name = `${slugOf({ ...show, city: band.name })}.ics`
      // Not as an attachment: phones open it in their calendar.
      response.headers.set('content-disposition', contentDisposition('inline', name))
      return responses.markStale(response)
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

/** A show without control characters, which older records may contain. Line breaks of the note are kept. */
const withoutControls = (show: Show): Show =>
  Object.fromEntries(
    Object.entries(show).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value
            .split('\n')
            .map(withoutControlCharacters)
            .join(name === 'note' ? '\n' : ' ')
        : value,
    ]),
  ) as Show
