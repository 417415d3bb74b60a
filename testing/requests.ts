import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'

const demoTracks = join(import.meta.dirname, '../api/demo/tracks')

/** The bytes of a real mp3 of one minute. */
export const mp3 = () => readFileSync(join(demoTracks, 'house-of-the-rising-sun.mp3'))

export const asAdmin = (token: string) => ({ authorization: `Bearer ${token}` })

export const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** A track's form; give a file of `undefined` to send none. */
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

/** A POST whose body is sent piece by piece, without saying how long it will be. */
export const streamed = (headers: Record<string, string>, pieces: Readable): RequestInit =>
  // Node's fetch wants to be told that it is one way; the DOM's types don't know the word.
  ({
    method: 'POST',
    headers,
    body: Readable.toWeb(pieces),
    duplex: 'half',
  }) as unknown as RequestInit

const boundary = 'the-tests-boundary'

/** A track's upload whose form is written piece by piece, the file's bytes as they are given. */
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

/** Sends bytes as they are, which no client would let pass, and reads until the site closes the connection or
 * the answer's head is there.
 * @returns the answer as text */
export function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
      if (answer.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(Buffer.from(request, 'latin1'))
  })
}

/** The status of an answer as `sendRaw` gives it. */
export const statusOf = (answer: string) => Number(answer.split(' ')[1])
