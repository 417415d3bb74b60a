import { Problem, tooLarge } from './problem'

const maxBodyBytes = 64 * 1024
const maxFields = 100

/** Reads a JSON body of at most 64 KiB, with or without a Content-Length.
 * @throws Problem 415 for another content type, 413 if it is larger, 400 if it is not JSON in UTF-8 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, {
    mediaType: 'application/json',
    ...smallBody('A JSON body'),
  })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}

const formType = 'application/x-www-form-urlencoded'

/** Whether a request has a URL-encoded form. */
export const isForm = (request: Request): boolean => mediaTypeOf(request) === formType

/** Reads a URL-encoded form (URL Standard, 5.1) of at most 64 KiB. If a name is repeated, its non-empty values are joined by
 * commas. Line breaks, which forms send as CR LF (HTML Standard, 4.10.22.4), become LF.
 * @throws Problem 415 for another content type, 413 if it is larger or has more than 100 fields */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const bytes = await readBody(request, { mediaType: formType, ...smallBody('A form') })
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  if (fields.size > maxFields) throw tooLarge(`A form may have at most ${maxFields} fields.`)
  const names = [...new Set(fields.keys())]
  const textOf = (name: string) => fields.getAll(name).filter(Boolean).join(',')
  return Object.fromEntries(names.map((name) => [name, textOf(name).replaceAll('\r\n', '\n')]))
}

const smallBody = (name: string) => ({
  maxBytes: maxBodyBytes,
  tooLong: () => tooLarge(`${name} may have at most 64 KiB.`),
})

/** The media type of a request's body, without parameters, in lower case. */
export const mediaTypeOf = (request: Request) =>
  request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

interface BodyOptions {
  mediaType: string
  maxBytes: number
  tooLong: () => Problem
}

/** Reads a whole body into memory.
 * @throws Problem 415 for another content type; `tooLong` if it is larger */
export async function readBody(
  request: Request,
  { mediaType, maxBytes, tooLong }: BodyOptions,
): Promise<Buffer<ArrayBuffer>> {
  if (mediaTypeOf(request) !== mediaType)
    throw new Problem(415, `The body must be sent as ${mediaType}.`)
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLong()

  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
