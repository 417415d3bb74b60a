import { shareTarget } from '../../api/shared/share-target'
import { uploadsName } from '../offline/names'

/** Keeps the files that another app shares until the back office reads them, and opens it. They replace those that it has
 * not read yet, because any site can send this form. */
export async function keepSharedFiles(request: Request): Promise<Response> {
  let query: string = shareTarget.failed
  try {
    const files = (await request.formData()).getAll(shareTarget.field) as File[]
    await caches.delete(uploadsName)
    const cache = await caches.open(uploadsName)
    for (const [index, file] of files.entries())
      await cache.put(`/${index}/${encodeURIComponent(file.name)}`, new Response(file))
    query = ''
  } catch {
    // The page shows a message instead of some of the files (`TrackUploads.tsx`).
  }
  return Response.redirect(`${shareTarget.action}${query}#${shareTarget.hash}`, 303)
}
