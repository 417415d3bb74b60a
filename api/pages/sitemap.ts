import type { Show } from '../contract/shows'
import { escapeMarkup } from '../shared/escape-markup'
import { type ListName, publicPages, showPath } from '../shared/site-map'

/** The most URLs that a sitemap may contain. */
const maxUrls = 50_000

/** The sitemap of the public pages and the pages of shows (sitemaps.org protocol 0.9).
 * @param site the origin of the public site
 * @param changedAt for each list, when its records were changed
 * @param shows by date ascending; if there are too many, the oldest are left out */
export function sitemap(
  site: string,
  changedAt: Record<ListName, readonly Date[]>,
  shows: readonly Show[],
): string {
  const ofPages = publicPages.map(({ path, lists }) =>
    entry(new URL(path, site).href, latest(lists.flatMap((list) => changedAt[list]))),
  )
  const ofShows = shows
    .slice(-(maxUrls - ofPages.length))
    .map(({ slug, updatedAt }) => entry(new URL(showPath(slug), site).href, new Date(updatedAt)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...ofPages,
    ...ofShows,
    '</urlset>',
    '',
  ].join('\n')
}

const entry = (url: string, changedAt: Date | undefined) =>
  `  <url><loc>${escapeMarkup(url)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`

const latest = (moments: readonly Date[]): Date | undefined =>
  moments.toSorted((one, other) => Number(one) - Number(other)).at(-1)
