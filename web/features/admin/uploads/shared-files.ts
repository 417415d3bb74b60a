import { cacheNames } from '../../../offline/names'

/** Takes the files that another app has shared (`service-worker/shared-files.ts`); none if the browser denies storage. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(cacheNames.sharedFiles)
  const requests = await cache.keys()
  const files = await Promise.all(
    requests.map(async (request) => {
      const response = await cache.match(request)
      const [, name = ''] = /([^/]*)$/.exec(request.url) ?? []
      return response && new File([await response.blob()], decodeURIComponent(name))
    }),
  )
  await forgetSharedFiles()
  return files.filter((file) => file !== undefined)
}

/** Removes the files that another app has shared. */
export const forgetSharedFiles = () => caches.delete(cacheNames.sharedFiles)
