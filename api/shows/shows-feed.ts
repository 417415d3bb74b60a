import { Feed } from 'feed'
import type { Site } from '../contract/site'
import { escapeMarkup } from '../shared/escape-markup'
import { defaultLocale } from '../shared/locale'
import { longDate, timesOf, weekdayOf } from '../shared/show-dates'
import { feedPaths, pages, showPath } from '../shared/site-map'
import { withFullStop } from '../shared/with-full-stop'
import { announcedName } from './announced-name'
import { withoutControlCharacters } from './control-characters'
import type { CalendarShow } from './shows-calendar'

export type FeedShow = Omit<CalendarShow, 'version'>

export interface RssBand extends Pick<Site, 'name' | 'introduction' | 'locale'> {
  calendarDomain: string
}

/** A permanent id for each piece of news about a show: readers display an item once, so a show that is cancelled or
 * postponed becomes a new item. */
function guidOf({ id, status, date }: FeedShow, domain: string): string {
  if (status === 'cancelled') return `${id}-cancelled@${domain}`
  if (status === 'postponed') return `${id}-postponed-${date}@${domain}`
  return `${id}@${domain}`
}

/** The coming shows as RSS 2.0.
 * @param shows by date ascending
 * @param site the origin of the public site */
export function showsFeed(
  { name, introduction = '', locale = defaultLocale, calendarDomain }: RssBand,
  shows: FeedShow[],
  site: string,
): string {
  const feed = new Feed({
    title: `${name}: shows`,
    description: withoutControlCharacters(introduction),
    link: `${site}${pages.shows.path}`,
    id: `${site}${pages.shows.path}`,
    language: locale,
    generator: false,
    feedLinks: { rss: `${site}${feedPaths.rss}` },
    ttl: 60,
    updated: new Date(Math.max(0, ...shows.map(({ updatedAt }) => updatedAt.getTime()))),
  })
  for (const show of shows) {
    const { date, venue, city, formerDate, note } = show
    const day = longDate(date)
    const times = timesOf(show)
    const facts = [
      `${name} at ${venue}, ${city}, on ${weekdayOf(date)}, ${day}.`,
      formerDate && `Moved from ${longDate(formerDate)}.`,
      times && withFullStop(times),
      note,
    ]
    feed.addItem({
      title: withoutSectionEnds(announcedName(show, `${day}: ${venue}, ${city}`)),
      // Readers display it as HTML.
      description: escapeMarkup(facts.filter(Boolean).join(' ')),
      link: site + showPath(show.slug),
      guid: guidOf(show, calendarDomain),
      date: show.updatedAt,
    })
  }
  return feed.rss2()
}

/** A text without the end of a CDATA section (XML 1.0, 2.7): the library escapes only the first one. */
const withoutSectionEnds = (text: string) => text.replaceAll(']]>', ']] >')
