import { join } from 'node:path'
import type { Db } from 'mongodb'
import type { Track } from '../contract/music'
import type { RenderPage } from '../contract/page'
import type { Show } from '../contract/shows'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import type { ResponseMemory } from '../http/response-memory'
import type { Route } from '../http/route'
import type { Logger } from '../process/log'
import {
  canonicalPath,
  mayBePage,
  namedFiles,
  prefixes,
  showPath,
  showSlugOf,
} from '../shared/site-map'
import { openAssets } from './assets'
import { framesOf } from './content-security-policy'
import type { llmsText } from './llms'
import { createPageRenderer } from './page-renderer'
import { loadRenderer } from './renderer'
import { shareBuild } from './shared-builds'
import { siteTextRoutes } from './site-texts'

interface Dependencies {
  /** The folder of the web part's build; undefined in development, where another server renders the pages. */
  build: string | undefined
  /** The database that instances of other builds may share; undefined if there are none. */
  sharedDb: Db | undefined
  shows: PublicList<Show> & {
    /** The state of the URL of a show's page. */
    address(slug: string): ShowAddress
  }
  music: PublicList<Track>
  responses: PublicResponses
  memory: ResponseMemory
  band: Parameters<typeof llmsText>[0] & { securityContact?: string }
  /** The videos of the Videos page. */
  videos: Parameters<typeof framesOf>[0]
  /** The API's address for pages: an origin, or a port of the page's own host. */
  api: { apiHost: string | undefined; port: number }
  log: Logger
}

/** A list that pages show. */
interface PublicList<Item> {
  view(): Item[]
  changedAt(): readonly Date[]
}

/** The state of the URL of a show's page; a former URL redirects to the current one. */
type ShowAddress = { kind: 'current' | 'removed' | 'unknown' } | { kind: 'former'; slug: string }

const noPages: RenderPage = () => Promise.resolve(new Response(null, { status: 404 }))

/** Serves the pages, texts such as the sitemap, and the files of the web build. */
export async function createPages(dependencies: Dependencies) {
  const { build, sharedDb, shows, music, responses, memory, band, videos, api, log } = dependencies
  const builds =
    build !== undefined && sharedDb
      ? await shareBuild(sharedDb, join(build, 'client'), log)
      : undefined
  const assets = openAssets(build && join(build, 'client'))
  const renderer = createPageRenderer({
    responses,
    memory,
    log,
    api,
    frames: framesOf(videos),
    renderPage: build === undefined ? noPages : await loadRenderer(build),
    data: {
      shows: () => Promise.resolve(shows.view()),
      music: () => Promise.resolve(music.view()),
    },
  })

  async function respond(context: RequestContext): Promise<Response> {
    const { request, path } = context
    const asset = assets.respond(context, path)
    if (asset) {
      const { response, inline } = asset
      if (inline) response.headers.set('content-security-policy', renderer.policy(inline, request))
      return response
    }
    const isAsset = path.startsWith(`${prefixes.assets}/`)
    const ofOtherBuild = isAsset ? await builds?.respond(context) : undefined
    if (ofOtherBuild) return ofOtherBuild
    if (!mayBePage(path)) throw notFound()
    return respondWithPage(context)
  }

  /** Responds with a page, or redirects to its canonical or current address. */
  function respondWithPage(context: RequestContext): Response | Promise<Response> {
    const { request, path } = context
    const { search } = new URL(request.url)
    const canonical = canonicalPath(path)
    if (canonical === undefined) return renderer.renderMissing(context, 404)
    if (canonical !== path) return redirect(308, canonical + search)
    const slug = showSlugOf(path)
    if (slug === undefined) return renderer.respond(context)
    const address = shows.address(slug)
    if (address.kind === 'former') return redirect(301, showPath(address.slug) + search)
    if (address.kind === 'current') return renderer.respond(context)
    return renderer.renderMissing(context, address.kind === 'removed' ? 410 : 404)
  }

  const changedAt = () => ({ shows: shows.changedAt(), music: music.changedAt() })
  const routes: Route[] = [
    ...siteTextRoutes({ memory, responses, band, changedAt, shows: shows.view }),
    {
      method: 'GET',
      path: namedFiles.favicon,
      respond(context) {
        const asset = assets.respond(context, '/icon-192.png')
        if (!asset) throw notFound()
        return asset.response
      },
    },
    { method: 'GET', path: '/*', respond },
  ]

  const { renderBooking, hasFailed } = renderer
  return { routes, renderBooking, hasFailed, stop: () => builds?.stop() }
}

/** A permanent redirect (RFC 9110, 15.4.2 and 15.4.9). A former URL of a show can become
 * current again, so caches revalidate that redirect. */
const redirect = (status: 301 | 308, location: string) =>
  new Response(null, {
    status,
    headers: { location, 'cache-control': status === 308 ? 'public, max-age=3600' : 'no-cache' },
  })
