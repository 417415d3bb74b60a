import { invalid, Problem, tooLarge } from '../http/problem'
import { readBody } from '../http/request-body'

/** Bytes. */
const maxSize = 20 * 1024 * 1024
/** Bytes for the boundaries and headers of the form's parts. */
const maxOverhead = 64 * 1024

const tooBig = () => tooLarge(`The picture may have at most ${maxSize / 1024 / 1024} MB.`)

/** Reads the multipart form (RFC 7578) of a picture.
 * @throws Problem 400 if malformed, 413 if too large, 415 for another content type, 422 without a picture */
export async function readPictureForm(request: Request): Promise<Uint8Array> {
  const contentType = request.headers.get('content-type') ?? ''
  const bytes = await readBody(request, {
    mediaType: 'multipart/form-data',
    maxBytes: maxSize + maxOverhead,
    tooLong: tooBig,
  })
  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Problem(400, 'The body is not a complete multipart form.')
    })
  const picture = form.get('picture')
  if (!(picture instanceof Blob) || picture.size === 0)
    throw invalid([{ field: 'picture', message: 'This field is required.' }])
  if (picture.size > maxSize) throw tooBig()
  return new Uint8Array(await picture.arrayBuffer())
}
