import { createRouter, type ParsedLocation, rootRouteId } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { ListName } from '../api/shared/site-map'
import { nameTicket } from './features/shows/ticket-transition'
import { isHydrated } from './hydration/hydration'
import type { allRoutes } from './routes/admin-routes'
import { RouteError } from './routes/document/RouteError'
import { type RouterContext, root } from './routes/site-routes'
import { Skeleton } from './ui/Skeleton'

type SiteRoutes = ReturnType<typeof allRoutes>

/** Adds the routes of the back office, which visitors don't load, to the tree of those that are created afterwards. */
export const loadAdmin = async (): Promise<unknown> =>
  (await import('./routes/admin-routes')).allRoutes()

/** Creates a router: in the browser one for the lifetime of the page, on the server one for each response.
 * @param nonce of the scripts that the server writes into the page */
export function createSiteRouter(context: Omit<RouterContext, 'openAdmin'>, nonce?: string) {
  const router = createRouter({
    // On visitors' pages the routes of the back office are added later, if they are needed.
    routeTree: root as unknown as SiteRoutes,
    context: {
      ...context,
      async openAdmin() {
        await loadAdmin()
        router.setRoutes(router.buildRouteTree())
      },
    },
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    // Paths are served as typed; the canonical link has the canonical path.
    trailingSlash: 'preserve',
    scrollRestoration: import.meta.env.SSR || restoreOfNewPages(),
    defaultPreload: 'intent',
    // A refreshed list on the same page changes without a transition.
    defaultViewTransition: {
      types({ pathChanged, fromLocation, toLocation }) {
        const skipsTransition = document.hidden || matchMedia('(prefers-reduced-motion)').matches
        if (!pathChanged || !fromLocation || skipsTransition) return false
        nameTicket(fromLocation.pathname, toLocation.pathname)
        return ['page']
      },
    },
    defaultPendingMs: 400,
    // See `hydration/start.tsx`.
    defaultPendingMinMs: 0,
    defaultPendingComponent: Skeleton,
    defaultErrorComponent: RouteError,
  })
  // A reload marks every match but the root's as invalid. At an unknown address, the router would replace an invalid root, with the
  // header and the page, by the skeleton, before `beforeLoad` has returned the band's words. `beforeLoad` runs all the same.
  const { invalidate } = router
  router.invalidate = (options) =>
    invalidate({ filter: ({ routeId }) => routeId !== rootRouteId, ...options })
  return router
}

/** Decides where the router restores the scroll position: on each page that is opened, not when the same page gets new data.
 * When a page is hydrated, the router would scroll to the top; a visitor who has scrolled before stays where they are. */
function restoreOfNewPages() {
  let shown: string | undefined
  return ({ location }: { location: ParsedLocation }) => {
    const { __TSR_key: key = location.href } = location.state
    const isNew = key !== shown
    shown = key
    return isNew && (isHydrated() || scrollY === 0)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
  interface HistoryState {
    /** On the login page: the address in the back office that the person wanted to open, or had open. */
    returnTo?: string
  }
  interface StaticDataRouteOption {
    /** The page's module in `web/routes`, without its extension: the server finds the page's styles and scripts by it. */
    module?: string
    /** The lists that the page shows; offline, the footer strip shows the age of the first one. */
    lists?: readonly ListName[]
    /** The header of the pages below this route, instead of the public one. */
    header?: ComponentType
  }
}
