import { useEffect } from 'react'
import { bandManifestPath } from '../../api/shared/admin-map'
import { namedFiles } from '../../api/shared/site-map'

/** Lets the device offer the installed site when mp3s are shared, while the component is mounted: only on the band's devices,
 * because a fan has no use for it. The browser reads the manifest again when the page links another one. */
export function useShareTarget(): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('head > link[rel="manifest"]')
    link?.setAttribute('href', bandManifestPath)
    return () => link?.setAttribute('href', namedFiles.manifest)
  }, [])
}
