import { createMemoryHistory } from '@tanstack/react-router'
import {
  attachRouterServerSsrUtils,
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server'
import type { PageContext, RenderPage } from '../api/contract/page'
import type { Show } from '../api/contract/shows'
import { pages, showPath } from '../api/contract/site-map'
import { band } from './content/band'
import { firstTracks } from './features/music/first-tracks'
import { firstShows } from './features/shows/first-shows'
import { todayIn } from './features/shows/show-dates'
import { cardOf } from './features/shows/show-texts'
import { scriptsAfterPaint, scriptTags } from './hydration/script-tags'
import { type PageAssets, routerManifest, scriptsOf } from './page-assets'
import { createSiteRouter } from './router'
import { type PageMetadata, seoTags } from './seo/tags'

export { pageModules } from './page-assets'

/** Creates the function that renders pages.
 * @param assets the scripts and styles of the pages */
export function createRenderer(assets: PageAssets): RenderPage {
  const manifest = routerManifest(assets)
  return (request, { nonce, ...context }) => {
    const handle = createRequestHandler({
      request,
      createRouter: () => createSiteRouter(context, nonce),
      getRouterManifest: () => manifest,
    })
    return handle(async ({ router, responseHeaders }) => {
      const children = <RouterServer router={router} />
      const page = await renderRouterToString({ router, responseHeaders, children })
      const html = await page.text()
      const match = pageOf(router)
      const metadata = await metadataOf(match, context)
      const scripts = scriptsOf(assets, match?.staticData?.module)
      const tags = `${metadata ? seoTags(metadata) : ''}${scriptsAfterPaint(scripts, nonce)}`
      return new Response(
        html.replace('</head>', () => `${tags}</head>`),
        page,
      )
    })
  }
}

const pageOf = (router: ReturnType<typeof createSiteRouter>) => router.stores.matches.get().at(-1)

/** The SEO metadata of a public page; undefined for other pages and for errors. */
async function metadataOf(
  match: ReturnType<typeof pageOf>,
  { data, settings }: PageContext,
): Promise<PageMetadata | undefined> {
  if (match?.status !== 'success' || match.ssr === false || match.routeId === '__root__') return
  const metaWith = (name: string) => match.meta?.find((meta) => meta && name in meta)
  const title = metaWith('title')?.title
  const description = match.meta?.find((meta) => meta?.name === 'description')?.content
  const show = showOf(match.loaderData)
  const coming = async () => firstShows(await data.shows(), todayIn(band.timeZone)).coming
  return {
    path: show ? showPath(show.slug) : match.routeId,
    title: title ?? band.name,
    description: description ?? band.introduction,
    site: settings.publicUrl,
    shows: show ? [show] : match.routeId === pages.shows.path ? await coming() : [],
    ...(show && { picture: cardOf(show, band) }),
    tracks: match.routeId === pages.music.path ? firstTracks(await data.music()).tracks : [],
  }
}

/** The show of a show's page. */
const showOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'show' in data
    ? (data as { show?: Show }).show
    : undefined

/** Renders the shell, which the service worker precaches to render any public page in the browser: header, footer and
 * scripts, without data or settings. */
export async function renderShell(assets: PageAssets): Promise<string> {
  const settings = { apiHost: undefined, port: 0, publicUrl: '' }
  const data = { shows: async () => [], music: async () => [] }
  const router = createSiteRouter({ data, settings, isShell: true })
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
  const html = await page.text()
  return html.replace('</head>', () => `${scriptTags(scriptsOf(assets, undefined))}</head>`)
}
