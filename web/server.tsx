import {
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
  return (request, context) => {
    const handle = createRequestHandler({
      request,
      createRouter: () => createSiteRouter(context),
      getRouterManifest: () => manifest,
    })
    return handle(({ router, responseHeaders }) =>
      renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
    )
  }
}
