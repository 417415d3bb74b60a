import { asAdmin } from './requests'
import type { Site } from './site-process'

/** Adds songs by an artist called Traditional.
 * @throws {Error} if the site refuses them */
export async function addSongs(site: Site, titles: readonly string[]): Promise<void> {
  const body = ['title,artist', ...titles.map((title) => `${title},Traditional`)].join('\n')
  const headers = { ...asAdmin(await site.token()), 'content-type': 'text/csv' }
  const response = await site.fetch('/api/admin/import/songs', { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The songs were refused with status ${response.status}.`)
}
