import { createMemoryHistory } from '@tanstack/react-router'
import {
  attachRouterServerSsrUtils,
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server'
import type { RenderPage } from '../api/contract/page'
import { type PageAssets, routerManifest } from './page-assets'
import { createSiteRouter } from './router'

export { pageModules } from './page-assets'

/** Makes the function that renders pages, with the addresses of their scripts and styles. */
export function createRenderer(assets: PageAssets): RenderPage {
  const manifest = routerManifest(assets)
  return (request, { nonce, ...context }) => {
    const handle = createRequestHandler({
      request,
      createRouter: () => createSiteRouter(context, nonce),
      getRouterManifest: () => manifest,
    })
    return handle(({ router, responseHeaders }) =>
      renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
    )
  }
}

/** Renders the document that, kept on a phone, renders any public page there: header, footer and scripts,
 * without data or settings of any site. */
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
  return page.text()
}
