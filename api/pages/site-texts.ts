import type { Show } from '../contract/shows'
import type { Site } from '../contract/site'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { ResponseMemory } from '../http/response-memory'
import type { Route } from '../http/route'
import { bandManifestPath } from '../shared/admin-map'
import { feedPaths, type ListName, namedFiles, pages } from '../shared/site-map'
import { llmsText } from './llms'
import { securityTxt } from './security-txt'
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
