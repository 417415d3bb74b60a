import type { AnyRouter } from '@tanstack/react-router'

/** Loads the routes of the back office, for a person who has logged in on a page of visitors. */
export async function openOffice(router: AnyRouter): Promise<void> {
  const { allRoutes } = await import('./office-routes')
  allRoutes()
  router.setRoutes(router.buildRouteTree())
}
