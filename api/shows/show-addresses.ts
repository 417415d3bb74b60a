import type { CachedCollection } from '../mongo/cached-collection'
import { memoize } from '../process/memoize'
import { currentSlug, isPublic, type ShowRecord } from './show-record'
import { publicSlugs } from './show-slug'

/** The state of the URL of a show's page. */
export type ShowAddress =
  | { kind: 'current' }
  /** The show has another slug now. */
  | { kind: 'former'; slug: string }
  | { kind: 'removed' }
  | { kind: 'unknown' }

interface Dependencies {
  shows: Pick<CachedCollection<ShowRecord>, 'items'>
  /** Whether a slug belonged to a show that was deleted. */
  wasRemoved: (slug: string) => boolean
}

/** Creates a function that finds public shows by their current and former slugs and by their ids. */
export function createShowAddresses({ shows, wasRemoved }: Dependencies) {
  const indexOf = memoize((items: readonly ShowRecord[]) => {
    const visible = items.filter(isPublic)
    const hidden = items.filter((show) => !isPublic(show))
    const pairs = visible.flatMap((show) =>
      [show._id.toHexString(), ...(show.slugs ?? [])].map(
        (slug) => [slug, currentSlug(show)] as const,
      ),
    )
    return {
      slugs: new Map(pairs),
      hidden: new Set(hidden.flatMap(({ slugs }) => publicSlugs(slugs))),
    }
  })

  return function find(slug: string): ShowAddress {
    const { slugs, hidden } = indexOf(shows.items())
    const current = slugs.get(slug)
    if (current === slug) return { kind: 'current' }
    if (current !== undefined) return { kind: 'former', slug: current }
    // A show that is not public any more looks like a deleted one.
    return { kind: hidden.has(slug) || wasRemoved(slug) ? 'removed' : 'unknown' }
  }
}
