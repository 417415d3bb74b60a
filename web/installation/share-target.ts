import { useEffect } from 'react'
import { bandManifestPath } from '../../api/shared/admin-map'
import { namedFiles } from '../../api/shared/site-map'

/** Links the band's manifest, which has a share target, while the component is mounted: a fan has no use for it. Browsers
 * update an installed app from it later. */
export function useShareTarget(): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('head > link[rel="manifest"]')
    link?.setAttribute('href', bandManifestPath)
    return () => link?.setAttribute('href', namedFiles.manifest)
  }, [])
}
