import { sharedFiles } from '../../api/shared/shared-files'
import { cacheNames } from '../offline/names'

/** Keeps the files that another app shares until the back office reads them, and opens it. */
export async function keepSharedFiles(request: Request): Promise<Response> {
  const files = (await request.formData()).getAll(sharedFiles.field) as File[]
  const cache = await caches.open(cacheNames.sharedFiles)
  await Promise.all(
    files.map((file, index) =>
      cache.put(`/${index}/${encodeURIComponent(file.name)}`, new Response(file)),
    ),
  )
  return Response.redirect(`${sharedFiles.path}#${sharedFiles.hash}`, 303)
}
