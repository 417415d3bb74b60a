import { Problem, tooLarge } from './problem'

const largestBody = 64 * 1024

/** Reads a JSON body without ever holding more than 64 KiB of it, with or without a Content-Length.
 * @throws Problem 415 for another content type, 413 when larger, 400 when it is no JSON in UTF-8. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, 'application/json', 'A JSON body')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}

/** Reads what an HTML form sends by itself (URL Standard, 5.1), likewise; of fields of one name the last counts, and
 * lines end as they did where they were written (HTML Standard, 4.10.22.4 has forms send CR LF).
 * @throws Problem 415 for another content type, 413 when larger. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const bytes = await readBody(request, 'application/x-www-form-urlencoded', 'A form')
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  return Object.fromEntries(
    [...fields].map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]),
  )
}

async function readBody(request: Request, mediaType: string, name: string): Promise<Buffer> {
  const tooLong = () => tooLarge(`${name} may have at most 64 KiB.`)
  const sent = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (sent !== mediaType) throw new Problem(415, `The body must be sent as ${mediaType}.`)
  if (Number(request.headers.get('content-length')) > largestBody) throw tooLong()

  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > largestBody) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
