import type { SiteSettings } from '../../api/contract/page'

/** What the server wrote into the page's head. */
export function settingsOfPage(): SiteSettings {
  const told = (selector: string, attribute: 'content' | 'href') =>
    document.querySelector(selector)?.getAttribute(attribute) ?? ''
  const canonical = told('link[rel="canonical"]', 'href')
  return {
    apiHost: told('meta[name="api-host"]', 'content') || undefined,
    port: Number(told('meta[name="api-port"]', 'content')),
    publicUrl: canonical ? new URL(canonical).origin : location.origin,
  }
}
