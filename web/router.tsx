import { createRouter } from '@tanstack/react-router'
import type { ListName } from '../api/contract/site-map'
import { isHydrated } from './hydration/hydration'
import { RouteError } from './routes/document/RouteError'
import { type RouterContext, siteRoutes } from './routes/site-routes'
import { Skeleton } from './ui/Skeleton'

/** Creates a router: in the browser one for the lifetime of the page, on the server one for each response.
 * @param nonce of the scripts that the server writes into the page */
export function createSiteRouter(context: RouterContext, nonce?: string) {
  return createRouter({
    routeTree: siteRoutes,
    context,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    // Paths are served as typed; the canonical link has the canonical path.
    trailingSlash: 'preserve',
    // The router scrolls to the top when the page is hydrated, unless it knows a position. A visitor who has scrolled
    // before stays where they are.
    scrollRestoration: () => import.meta.env.SSR || isHydrated() || scrollY === 0,
    defaultPreload: 'intent',
    // A refreshed list on the same page changes without a transition.
    defaultViewTransition: {
      types: ({ pathChanged, fromLocation }) =>
        pathChanged && fromLocation && !document.hidden ? ['page'] : false,
    },
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: Skeleton,
    defaultErrorComponent: RouteError,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
  interface StaticDataRouteOption {
    /** The page's module in `web/routes`, without its extension: the server finds the page's styles and scripts by it. */
    module?: string
    /** The lists that the page shows; offline, the footer strip shows the age of the first one. */
    lists?: readonly ListName[]
  }
}
