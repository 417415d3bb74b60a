/** Every page that visitors have, under the spelling that counts. */
export const publicPages = ['/', '/AboutUs', '/Shows', '/Videos', '/Music', '/BookUs']

/** The public pages for crawlers (sitemaps.org protocol 0.9).
 * @param site the origin of the public site
 * @param changedAt when what a page shows has changed last, of those of which it is known */
export function sitemap(site: string, changedAt: Record<string, Date | undefined>): string {
  const urls = publicPages.map((page) => {
    const at = changedAt[page]
    const lastmod = at ? `<lastmod>${at.toISOString()}</lastmod>` : ''
    return `  <url><loc>${escapeXml(new URL(page, site).href)}</loc>${lastmod}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
