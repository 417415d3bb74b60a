import { uploadsName } from '../../../offline/names'

/** Takes the files that another app has shared (`service-worker/shared-files.ts`).
 * @returns none where there is no cache: in insecure contexts, or if the browser denies storage */
export async function takeSharedFiles(): Promise<File[]> {
  try {
    const cache = await caches.open(uploadsName)
    const files: File[] = []
    for (const request of await cache.keys()) {
      const blob = await (await cache.match(request))?.blob()
      const [, name = ''] = /([^/]*)$/.exec(request.url) ?? []
      if (blob) files.push(new File([blob], decodeURIComponent(name), { type: blob.type }))
      await cache.delete(request)
    }
    return files
  } catch (error) {
    console.debug('Shared files can not be read:', error)
    return []
  }
}
