import type { Api } from '../../api/contract/operations'
import type { SiteSettings } from '../../api/contract/page'
import { storage } from '../browser/storage'

const storageKey = 'siteSettings'

/** The settings in the page's head. The shell has none; then, the settings of the last page that had them. */
export function settingsOfPage(): SiteSettings {
  if (!document.querySelector('meta[name="api-port"]')) return savedSettings()
  const attributeOf = (selector: string, attribute: 'content' | 'href') =>
    document.querySelector(selector)?.getAttribute(attribute) ?? ''
  const canonical = attributeOf('link[rel="canonical"]', 'href')
  return {
    apiHost: attributeOf('meta[name="api-host"]', 'content') || undefined,
    port: Number(attributeOf('meta[name="api-port"]', 'content')),
    publicUrl: canonical ? new URL(canonical).origin : location.origin,
  }
}

/** Saves the settings for the shell, which has none. */
export function saveSettings({ apiHost, port }: SiteSettings): void {
  storage.set(storageKey, JSON.stringify({ apiHost, port }))
}

/** The settings of the last page that had them. */
function savedSettings(): SiteSettings {
  const saved = (storage.getObject(storageKey) ?? {}) as Partial<SiteSettings>
  const port = Number(saved.port ?? location.port)
  return { apiHost: saved.apiHost, port, publicUrl: location.origin }
}

/** The origin for admin, booking and login calls. */
export function apiHost(): string {
  const { apiHost, port } = settingsOfPage()
  return apiHost ?? `${location.protocol}//${location.hostname}:${port}`
}

const bookingPath: Api['addEnquiry']['path'] = '/bookus'

/** The address that booking enquiries are posted to. */
export const bookingAddress = () => new URL(bookingPath, apiHost()).href
