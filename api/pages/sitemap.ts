import { type ListName, publicPages } from '../contract/site-map'

/** The sitemap of the public pages (sitemaps.org protocol 0.9).
 * @param site the origin of the public site
 * @param changedAt for each list, when its records were changed */
export function sitemap(site: string, changedAt: Record<ListName, readonly Date[]>): string {
  const urls = publicPages.map(({ path, lists }) => {
    const at = latest(lists.flatMap((list) => changedAt[list]))
    const lastmod = at ? `<lastmod>${at.toISOString()}</lastmod>` : ''
    return `  <url><loc>${escapeXml(new URL(path, site).href)}</loc>${lastmod}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const latest = (moments: readonly Date[]): Date | undefined =>
  moments.toSorted((one, other) => Number(one) - Number(other)).at(-1)

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
