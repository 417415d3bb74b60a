import type { SiteSettings } from '../../api/contract/page'
import { storage } from '../browser/storage'

const storageKey = 'siteSettings'

/** What the server wrote into the page's head; of a page that came without a server, what the last one wrote. */
export function settingsOfPage(): SiteSettings {
  if (!document.querySelector('meta[name="api-port"]')) return recallSettings()
  const told = (selector: string, attribute: 'content' | 'href') =>
    document.querySelector(selector)?.getAttribute(attribute) ?? ''
  const canonical = told('link[rel="canonical"]', 'href')
  return {
    apiHost: told('meta[name="api-host"]', 'content') || undefined,
    port: Number(told('meta[name="api-port"]', 'content')),
    publicUrl: canonical ? new URL(canonical).origin : location.origin,
  }
}

/** Keeps the settings for a page that comes without any: the one that renders without network. */
export function rememberSettings({ apiHost, port }: SiteSettings): void {
  storage.set(storageKey, JSON.stringify({ apiHost, port }))
}

/** The settings of the last page that came with some. */
function recallSettings(): SiteSettings {
  const remembered = (storage.getObject(storageKey) ?? {}) as Partial<SiteSettings>
  const port = Number(remembered.port ?? location.port)
  return { apiHost: remembered.apiHost, port, publicUrl: location.origin }
}

/** Where the admin, booking and login calls go. */
export function apiHost(): string {
  const { apiHost, port } = settingsOfPage()
  return apiHost ?? `${location.protocol}//${location.hostname}:${port}`
}

/** Where booking enquiries are posted to. */
export const bookingAddress = () => new URL('/bookus', apiHost()).href
