import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

const demoTracks = join(import.meta.dirname, '../demo/tracks')

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
