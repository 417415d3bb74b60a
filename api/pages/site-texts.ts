import type { Show } from '../contract/shows'
import type { PublicResponses } from '../http/public-responses'
import type { ResponseMemory } from '../http/response-memory'
import type { Route } from '../http/route'
import { feedPaths, type ListName, pages } from '../shared/site-map'
import { llmsText } from './llms'
import { securityTxt } from './security-txt'
import { sitemap } from './sitemap'

interface Dependencies {
  memory: ResponseMemory
  responses: PublicResponses
  band: Parameters<typeof llmsText>[0] & { securityContact?: string }
  /** For each record of each list, when it was changed last. */
  changedAt: () => Record<ListName, readonly Date[]>
  /** The public shows. */
  shows: () => Show[]
}

const plainType = 'text/plain; charset=utf-8'

/** The routes of texts about the site, for programs. */
export function siteTextRoutes({
  memory,
  responses,
  band,
  changedAt,
  shows,
}: Dependencies): Route[] {
  const text = (path: string, contentType: string, write: (site: string) => string): Route => ({
    method: 'GET',
    path,
    respond: (context) =>
      memory.respond(context, () => ({
        text: write(responses.siteOf(context.request)),
        headers: { 'content-type': contentType },
      })),
  })
  const { securityContact } = band
  const routes = [
    text(feedPaths.sitemap, 'application/xml; charset=utf-8', (site) =>
      sitemap(site, changedAt(), shows()),
    ),
    text(feedPaths.llms, plainType, (site) => llmsText(band, site)),
    text(feedPaths.robots, plainType, robotsTxt),
  ]
  if (securityContact)
    routes.push(
      text(feedPaths.security, plainType, (site) => securityTxt(securityContact, site, Date.now())),
    )
  return routes
}

/** Excludes the back office from crawling (RFC 9309). */
const robotsTxt = (site: string) =>
  `User-agent: *\nDisallow: ${pages.admin.path}\nDisallow: ${pages.login.path}\n\nSitemap: ${site}${feedPaths.sitemap}\n`
