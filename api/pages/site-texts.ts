import type { Show } from '../contract/shows'
import type { Site } from '../contract/site'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { ResponseMemory } from '../http/response-memory'
import type { Route } from '../http/route'
import { bandManifestPath } from '../shared/admin-map'
import { defaultLocale } from '../shared/locale'
import { feedPaths, type ListName, listPaths, namedFiles, pages } from '../shared/site-map'
import { sitemap } from './sitemap'
import { webManifest } from './web-manifest'

interface Dependencies {
  memory: ResponseMemory
  responses: PublicResponses
  band: () => Site
  /** For each record of each list, when it was changed last. */
  changedAt: () => Record<ListName, readonly Date[]>
  /** The public shows. */
  shows: () => Show[]
}

const manifestType = 'application/manifest+json'
const plainType = 'text/plain; charset=utf-8'

/** The routes of texts about the site, for programs. */
export function siteTextRoutes({ memory, responses, band, changedAt, shows }: Dependencies) {
  const text = (path: string, contentType: string, write: (site: string) => string): Route => ({
    method: 'GET',
    path,
    respond: (context) =>
      memory.respond(context, () => ({
        text: write(responses.siteOf(context.request)),
        headers: { 'content-type': contentType },
      })),
  })
  return [
    text(feedPaths.sitemap, 'application/xml; charset=utf-8', (site) =>
      sitemap(site, changedAt(), shows()),
    ),
    text(feedPaths.llms, plainType, (site) => llmsText(band(), site)),
    text(feedPaths.robots, plainType, robotsTxt),
    text(feedPaths.security, plainType, (site) => {
      const { securityContact, locale } = band()
      if (securityContact === undefined) throw notFound()
      return securityTxt(securityContact, locale, site, Date.now())
    }),
    text(namedFiles.manifest, manifestType, () => webManifest(band(), 'visitors')),
    text(bandManifestPath, manifestType, () => webManifest(band(), 'band')),
  ]
}

/** Excludes the back office from crawling (RFC 9309). */
const robotsTxt = (site: string) =>
  `User-agent: *\nDisallow: ${pages.admin.path}\nDisallow: ${pages.login.path}\n\nSitemap: ${site}${feedPaths.sitemap}\n`

const aDay = 24 * 60 * 60_000
/** The validity of the file in days; RFC 9116, 2.5.5, recommends less than a year. */
const validDays = 180

/** The security contact file (RFC 9116).
 * @param contact a mailto: or https: address
 * @param locale BCP 47
 * @param site the origin of the public site
 * @param now milliseconds since 1970 */
export function securityTxt(contact: string, locale = defaultLocale, site: string, now: number) {
  const expires = new Date((Math.floor(now / aDay) + validDays) * aDay)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${locale}`,
    `Canonical: ${site}${feedPaths.security}`,
    '',
  ].join('\n')
}

/** The llms.txt file: a summary of the site with links, for language models (llmstxt.org).
 * @param site the origin of the public site */
const llmsText = (
  { name, genre, town, introduction, bookingInvitation }: Site,
  site: string,
) => `# ${name}

> ${[genre, 'cover band', town && `from ${town}`].filter(Boolean).join(' ')}. ${introduction ?? ''}

## Facts

- [Shows](${site}${pages.shows.path}): when and where the band plays next
- [Shows as JSON](${site}${listPaths.shows}), [as a calendar](${site}${feedPaths.calendar}), [as a feed](${site}${feedPaths.rss})
- [Music](${site}${pages.music.path}): recordings to listen to; [as JSON](${site}${listPaths.music})
- [Songs](${site}${pages.songs.path}): what the band plays; [as JSON](${site}${listPaths.songs})
- [About us](${site}${pages.aboutUs.path}): who plays what
- [Videos](${site}${pages.videos.path}): the band on stage

## Booking

- [Press](${site}${pages.press.path}): biography, what the band brings and needs, price, radius
- [Book us](${site}${pages.bookUs.path}): ${bookingInvitation ?? ''}
`
