import { createHash, randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { type AudioFile, BrokenFileError } from './audio-files'

interface Entry {
  /** Bytes. */
  size: number
  usedAt: number
}

interface Dependencies {
  directory: string
  /** Bytes that all copies together may have. */
  capacity: number
  readPieces: ReadPieces
  /** Whether the disk has room for so many bytes more. */
  hasRoomFor: (bytes: number) => Promise<boolean>
  /** Milliseconds since 1970. */
  now?: () => number
}

type ReadPieces = (file: AudioFile) => AsyncIterable<Uint8Array>

const fillsAtOnce = 4
const suffix = '.mp3'

/** The disk is full, so that there is no copy: the file itself is whole. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
  override message = 'The disk has no room for a copy.'
}

export type AudioCache = Awaited<ReturnType<typeof openAudioCache>>

/** Copies of mp3s on disk, from which listeners are served; GridFS is where they live.
 *
 * A file's id is never used again for other bytes, so a copy never becomes stale. When all copies
 * together are larger than `capacity`, the least recently used go first. */
export async function openAudioCache({
  directory,
  capacity,
  readPieces,
  hasRoomFor,
  now = Date.now,
}: Dependencies) {
  const entries = new Map<string, Entry>()
  const fillings = new Map<string, Promise<string>>()
  const withPermit = pLimit(fillsAtOnce)

  const pathOf = (id: string) => join(directory, id + suffix)

  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory)) {
    if (!name.endsWith(suffix)) await rm(join(directory, name), { force: true })
    else {
      const { size, mtimeMs } = await stat(join(directory, name))
      entries.set(name.slice(0, -suffix.length), { size, usedAt: mtimeMs })
    }
  }

  async function evict(keep: string) {
    let total = 0
    for (const { size } of entries.values()) total += size
    const oldestFirst = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [id, { size }] of oldestFirst) {
      if (total <= capacity) return
      if (id === keep) continue
      entries.delete(id)
      total -= size
      await rm(pathOf(id), { force: true })
    }
  }

  async function copy(file: AudioFile, path: string) {
    const handle = await open(path, 'wx', 0o600)
    try {
      const digest = createHash('sha256')
      let size = 0
      for await (const piece of readPieces(file)) {
        digest.update(piece)
        size += piece.length
        await handle.write(piece)
      }
      if (size !== file.size || digest.digest('hex') !== file.sha256) throw new BrokenFileError()
    } finally {
      await handle.close()
    }
  }

  async function fill(id: string, file: AudioFile) {
    if (!(await hasRoomFor(file.size))) throw new NoRoomError()
    const partial = join(directory, `${id}.${randomUUID()}.part`)
    try {
      await copy(file, partial)
      await rename(partial, pathOf(id))
      entries.set(id, { size: file.size, usedAt: now() })
      await evict(id)
      return pathOf(id)
    } catch (error) {
      await rm(partial, { force: true })
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new NoRoomError() : error
    }
  }

  /** Whoever looks after the disk may have cleared it. */
  const forget = (id: string) => void entries.delete(id)

  return {
    /** The path of a whole copy, if there is one. */
    lookUp(id: string): string | undefined {
      const entry = entries.get(id)
      if (!entry) return
      if (!existsSync(pathOf(id))) return forget(id)
      entry.usedAt = now()
      return pathOf(id)
    },

    /** Some bytes of a whole copy, if there is one that can be read.
     * @param end exclusive */
    read(id: string, start: number, end: number): Uint8Array<ArrayBuffer> | undefined {
      const entry = entries.get(id)
      if (!entry) return
      try {
        const bytes = readPart(pathOf(id), start, end)
        if (bytes) entry.usedAt = now()
        return bytes
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') forget(id)
        return
      }
    },

    /** Makes the copy, once however many ask for it at once.
     * @throws BrokenFileError when length or digest differ from what was stored, NoRoomError when the disk is
     * full. */
    fill(file: AudioFile): Promise<string> {
      const id = file.id.toHexString()
      const present = this.lookUp(id)
      if (present) return Promise.resolve(present)
      const running = fillings.get(id)
      if (running) return running
      const started = withPermit(() => fill(id, file)).finally(() => fillings.delete(id))
      fillings.set(id, started)
      return started
    },

    /** Removes the copy of a file that was deleted, also one that is just being made. */
    async drop(id: string): Promise<void> {
      await fillings.get(id)?.catch(() => undefined)
      entries.delete(id)
      await rm(pathOf(id), { force: true })
    },
  }
}

/** Bytes of a file, unless it ends before them. */
function readPart(path: string, start: number, end: number) {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(end - start)
    return readSync(file, bytes, 0, bytes.length, start) === bytes.length ? bytes : undefined
  } finally {
    closeSync(file)
  }
}
