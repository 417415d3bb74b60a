import { Feed } from 'feed'
import { feedPaths, pages } from '../contract/site-map'

interface FeedShow {
  id: string
  date: string
  venue: string
  city: string
  updatedAt: Date
}

export interface RssBand {
  name: string
  introduction: string
  calendarDomain: string
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The coming shows as RSS 2.0. Each has a permanent guid, so feed readers show it once.
 * @param shows by date ascending
 * @param site the origin of the public site */
export function showsFeed(
  { name, introduction, calendarDomain }: RssBand,
  shows: FeedShow[],
  site: string,
): string {
  const feed = new Feed({
    title: `${name}: shows`,
    description: introduction,
    link: `${site}${pages.shows.path}`,
    id: `${site}${pages.shows.path}`,
    language: 'en',
    generator: false,
    feedLinks: { rss: `${site}${feedPaths.rss}` },
    ttl: 60,
    updated: new Date(Math.max(0, ...shows.map(({ updatedAt }) => updatedAt.getTime()))),
  })
  for (const { id, date, venue, city, updatedAt } of shows) {
    const day = longDate.format(new Date(`${date}T00:00:00Z`))
    feed.addItem({
      title: `${day}: ${venue}, ${city}`,
      description: `${name} at ${venue}, ${city}, on ${day}.`,
      link: `${site}${pages.shows.path}#${id}`,
      guid: `${id}@${calendarDomain}`,
      date: updatedAt,
    })
  }
  return feed.rss2()
}
