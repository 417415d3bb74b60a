import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'

const demoTracks = join(import.meta.dirname, '../api/demo/tracks')

/** Returns the bytes of a real mp3 of one minute. */
export const mp3 = () => readFileSync(join(demoTracks, 'house-of-the-rising-sun.mp3'))

export const asAdmin = (token: string) => ({ authorization: `Bearer ${token}` })

export const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Returns a track's form.
 * @param file omit to send no file */
export function trackForm(
  fields: Record<string, string>,
  file?: Uint8Array,
  fileName = 'song.mp3',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('mp3File', new Blob([new Uint8Array(file)], { type: 'audio/mpeg' }), fileName)
  return form
}

/** Returns a POST whose body is streamed, without a Content-Length. */
export const streamed = (headers: Record<string, string>, pieces: Readable): RequestInit =>
  // Node's fetch requires `duplex` for a streamed body; the DOM's types lack the option.
  ({
    method: 'POST',
    headers,
    body: Readable.toWeb(pieces),
    duplex: 'half',
  }) as unknown as RequestInit

const boundary = 'the-tests-boundary'

/** Returns a track upload whose form is streamed, with the file's bytes as the iterable yields them. */
export function streamedTrack(token: string, file: AsyncIterable<Uint8Array>): RequestInit {
  const head = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  const fields = ['name', 'artist', 'location'].map((name) => `${head(`name="${name}"`)}x\r\n`)
  async function* form() {
    yield Buffer.from(`${fields.join('')}${head('name="mp3File"; filename="a.mp3"')}`)
    yield* file
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const headers = {
    ...asAdmin(token),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return streamed(headers, Readable.from(form()))
}

/** Sends raw bytes, so that a test can send requests that HTTP clients reject. Reads until the end of the response's
 * head, or until the site closes the connection.
 * @returns the response as text */
export function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let response = ''
    socket.on('data', (bytes) => {
      response += bytes.toString('latin1')
      if (response.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
    socket.write(Buffer.from(request, 'latin1'))
  })
}

/** Returns the status of a response from `sendRaw`. */
export const statusOf = (response: string) => Number(response.split(' ')[1])
