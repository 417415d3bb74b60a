import { callAdmin } from '../../../api-client/call'

/** Pixels of a side: larger pictures are reduced before they are sent. */
const maxSide = 4_096

/** The kinds of pictures that the forms offer; HEIC only works where the browser can read it. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

/** Uploads a picture, reduced and without its metadata, such as the place where it was taken.
 * @returns the stored picture
 * @throws the HTTP client's errors */
export async function uploadPicture(file: File) {
  const body = new FormData()
  body.set('picture', await reduced(file), file.name)
  return (await callAdmin('POST /api/pictures', { body })).picture
}

/** The picture as JPEG; unchanged if the browser can't read it, so that the server says what is wrong with it. */
async function reduced(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(
      Math.round(picture.width * scale),
      Math.round(picture.height * scale),
    )
    const context = canvas.getContext('2d')
    if (!context) return file
    // A JPEG has no transparency.
    context.fillStyle = '#fff8ea'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  } catch {
    return file
  }
}
