import type { CachedCollection } from '../mongo/cached-collection'
import { currentSlug, isPublic, type ShowRecord } from './shows.repository'

/** The state of the URL of a show's page. */
export type ShowAddress =
  | { kind: 'current' }
  /** The show has another slug now. */
  | { kind: 'former'; slug: string }
  | { kind: 'removed' }
  | { kind: 'unknown' }

interface Dependencies {
  shows: Pick<CachedCollection<ShowRecord>, 'items' | 'version'>
  /** Whether a slug belonged to a show that was deleted. */
  wasRemoved: (slug: string) => boolean
}

/** Creates a function that finds public shows by their current and former slugs and by their ids. */
export function createShowAddresses({ shows, wasRemoved }: Dependencies) {
  let index: { version: number; slugs: Map<string, string> } | undefined

  function currentSlugs(): Map<string, string> {
    if (index?.version !== shows.version()) {
      const visible = shows.items().filter(isPublic)
      const pairs = visible.flatMap((show) =>
        [show._id.toHexString(), ...(show.slugs ?? [])].map(
          (slug) => [slug, currentSlug(show)] as const,
        ),
      )
      index = { version: shows.version(), slugs: new Map(pairs) }
    }
    return index.slugs
  }

  return function find(slug: string): ShowAddress {
    const current = currentSlugs().get(slug)
    if (current === slug) return { kind: 'current' }
    if (current !== undefined) return { kind: 'former', slug: current }
    return { kind: wasRemoved(slug) ? 'removed' : 'unknown' }
  }
}
