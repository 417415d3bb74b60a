import { shareTarget } from '../../api/shared/share-target'
import { uploadsName } from '../offline/names'

/** A limit, because any site can send this form. */
const maxFiles = 50

/** Keeps the files that another app shares until the back office reads them, and opens it. They replace those that it has
 * not read yet. */
export async function keepSharedFiles(request: Request): Promise<Response> {
  try {
    const files = (await request.formData()).getAll(shareTarget.field) as File[]
    await caches.delete(uploadsName)
    const cache = await caches.open(uploadsName)
    await Promise.all(
      files
        .slice(0, maxFiles)
        .map((file, index) =>
          cache.put(`/${index}/${encodeURIComponent(file.name)}`, new Response(file)),
        ),
    )
  } catch (error) {
    console.error('Shared files could not be kept:', error)
  }
  return Response.redirect(`${shareTarget.action}#${shareTarget.hash}`, 303)
}
