import { Problem, tooLarge } from './problem'

const largestJsonBody = 64 * 1024
const tooLargeJson = () => tooLarge('A JSON body may have at most 64 KiB.')

/** Reads a JSON body without ever holding more than 64 KiB of it, with or without a Content-Length.
 * @throws Problem 415 for another content type, 413 when larger, 400 when it is no JSON in UTF-8. */
export async function readJson(request: Request): Promise<unknown> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json')
    throw new Problem(415, 'The body must be sent as application/json.')
  if (Number(request.headers.get('content-length')) > largestJsonBody) throw tooLargeJson()

  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > largestJsonBody) throw tooLargeJson()
    chunks.push(chunk)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}
