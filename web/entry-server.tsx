import { createMemoryHistory, useMatches } from '@tanstack/react-router'
import {
  attachRouterServerSsrUtils,
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server'
import { renderToReadableStream } from 'react-dom/server'
import type { Track } from '../api/contract/music'
import type { PageContext, RenderPage } from '../api/contract/page'
import type { Show } from '../api/contract/shows'
import type { Site, Video } from '../api/contract/site'
import { iconLabel } from '../api/shared/icon-label'
import { palette } from '../api/shared/palette'
import { countryNameOf } from '../api/shared/show-place'
import { pageAt, pages, showPath } from '../api/shared/site-map'
import { siteWithoutWords } from './api-client/site-without-words'
import { type Frame, frameOf, withoutPlaceholders } from './band/frame'
import { useBand } from './band/use-band'
import { cardOf } from './features/shows/show-texts'
import inlineScript from './hydration/inline-script?inline-script'
import { filesOf, type PageAssets, precachedStyles, routerManifest } from './page-assets'
import { createSiteRouter, loadAdmin } from './router'
import { styleOf } from './routes/document/page-style'
import { SeoTags } from './seo/SeoTags'

export { pageModules } from './page-assets'

const pageStyle = (band: Pick<Frame, 'colours' | 'name'>) => styleOf(band, palette)

// The server renders any route, so it loads those of the back office too.
await loadAdmin()

/** The comment that React writes in place of a boundary that could not be rendered on the server. */
const abandonedBoundary = '<!--$!-->'

/** Creates the function that renders pages.
 * @param assets the scripts and styles of the pages */
export function createRenderer(assets: PageAssets): RenderPage {
  const manifest = routerManifest(assets)
  const precached = precachedStyles(assets)
  return (request, { nonce, onError = console.error, ...context }) => {
    const handle = createRequestHandler({
      request,
      createRouter: () =>
        createSiteRouter(
          {
            ...context,
            pageData: context.data,
            frameSite: async () => {
              const site = await context.data.site()
              const isHome = pageAt(new URL(request.url).pathname)?.path === pages.home.path
              const frame = frameOf(isHome ? site : withoutPlaceholders(site))
              const countryName = site.country && countryNameOf(site.country)
              return { ...frame, shortName: iconLabel(site), ...(countryName && { countryName }) }
            },
            pageStyle,
            serverHead: <ServerHead {...{ assets, precached, context, nonce }} />,
          },
          nonce,
        ),
      getRouterManifest: () => manifest,
    })
    return handle(async ({ router, responseHeaders }) => {
      const children = <RouterServer router={router} />
      const page = await renderRouterToString({ router, responseHeaders, children })
      const html = await page.text()
      if (!html.includes(abandonedBoundary)) return new Response(html, page)
      // `renderToString` does not say why.
      await (await renderToReadableStream(children, { onError })).allReady
      return new Response(html, { headers: page.headers, status: 500 })
    })
  }
}

const modulesOf = (matches: readonly PageMatch[]) =>
  matches.flatMap(({ staticData }) => staticData.module ?? [])

/** A link with this attribute loads nothing (HTML Standard, 4.2.4). React renders it, but its types do not name it. */
const notLoaded = { disabled: true }
/** A link with this attribute loads its file, which the service worker saves for use without signal, and applies no style. */
const notApplied = { media: 'not all' }

interface ServerHeadProps {
  assets: PageAssets
  precached: ReturnType<typeof precachedStyles>
  context: PageContext
  /** The nonce of the inline script (CSP Level 3). */
  nonce: string | undefined
}

/** What only the server writes into a page's head: the tags for crawlers, and the script that loads the others when the
 * page has been painted. */
function ServerHead({ assets, precached, context, nonce }: ServerHeadProps) {
  const matches = useMatches() as PageMatch[]
  const match = matches.at(-1)
  const band = useBand()
  const metadata = match && metadataOf(match, context, band)
  const { scripts } = filesOf(assets, modulesOf(matches))
  // The router writes no styles into the page for routes below one that is rendered in the browser.
  const inBrowser = matches.findIndex(({ ssr }) => ssr === false)
  const rendered = inBrowser < 0 ? matches : matches.slice(0, inBrowser + 1)
  const { styles } = filesOf(assets, modulesOf(rendered))
  return (
    <>
      {metadata && <SeoTags {...metadata} />}
      {/* The styles are in the page. Scripts that import them find these links, and do not wait for the files. */}
      {assets.styles &&
        styles.map((href) => (
          <link
            key={href}
            rel="stylesheet"
            href={href}
            {...(precached.has(href) ? notLoaded : notApplied)}
          />
        ))}
      <script nonce={nonce} data-scripts={JSON.stringify(scripts)}>
        {inlineScript}
      </script>
    </>
  )
}

type PageMatch = ReturnType<ReturnType<typeof createSiteRouter>['stores']['matches']['get']>[number]

/** The SEO metadata of a public page; undefined for other pages and for errors. */
function metadataOf(match: PageMatch, { settings }: PageContext, band: Frame) {
  if (match.status !== 'success' || match.ssr === false || match.routeId === '__root__') return
  const title = match.meta?.find((meta) => meta && 'title' in meta)?.title
  const description = match.meta?.find((meta) => meta?.name === 'description')?.content
  const loaded = (match.loaderData ?? {}) as PageLists
  const { show, coming = [], tracks = [], videos = [], site: words } = loaded
  // A show that is not there has no address.
  if (!show && match.routeId === '/Shows/$slug') return
  return {
    path: show ? showPath(show.slug) : match.routeId,
    title: title ?? band.name,
    description: description ?? band.introduction ?? '',
    band: { ...band, ...words, videos },
    site: settings.publicUrl,
    shows: show ? [show] : match.routeId === pages.shows.path ? coming : [],
    ...(show && { picture: cardOf(show, band) }),
    tracks: match.routeId === pages.music.path ? tracks : [],
  }
}

/** What the loaders of pages return. */
interface PageLists {
  show?: Show
  coming?: Show[]
  tracks?: Track[]
  videos?: Video[]
  /** All of the band's words, on pages that show more than the frame. */
  site?: Site
}

/** Renders the shell, which the service worker precaches to render any public page in the browser: header, footer and
 * scripts, without data or settings. */
export async function renderShell(assets: PageAssets): Promise<string> {
  const settings = { apiHost: undefined, port: 0, publicUrl: '' }
  const site = async () => siteWithoutWords
  const none = async () => []
  const data = { shows: none, music: none, songs: none, site }
  const router = createSiteRouter({
    data,
    pageData: data,
    frameSite: site,
    settings,
    isShell: true,
    pageStyle,
    serverHead: <ShellHead scripts={filesOf(assets, []).scripts} />,
  })
  attachRouterServerSsrUtils({ router, manifest: routerManifest(assets) })
  router.serverSsr?.disableHydration()
  const history = createMemoryHistory({ initialEntries: ['/_shell'] })
  router.update({ ...router.options, history, origin: 'http://localhost' })
  await router.load()
  const page = await renderRouterToString({
    router,
    responseHeaders: new Headers(),
    children: <RouterServer router={router} />,
  })
  return page.text()
}

/** Loads the scripts of the shell at once.
 * @param scripts addresses, the entry first */
function ShellHead({ scripts: [entry, ...others] }: { scripts: string[] }) {
  return (
    <>
      {others.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <script type="module" src={entry} />
    </>
  )
}
