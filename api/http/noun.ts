import type { Route } from './route'

/** A part of the site as its composition root (`site.ts`) uses it: everything that the root has to mount, ask or stop. */
export interface Noun {
  routes: readonly Route[]
  /** Stops the background work. */
  stop?: () => unknown
}
