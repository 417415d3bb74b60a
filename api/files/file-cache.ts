import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { BrokenFileError } from '../mongo/file-pieces'
import { isDiskFull, writeDurably } from '../process/durable-file'
import { excessOf } from '../process/excess'
import { isIntact, measureStream } from '../process/measured-stream'
import type { StoredFile } from './stored-files'

interface Entry {
  /** Bytes. */
  size: number
  usedAt: number
  /** Whether this process has compared the copy with the file's digest. */
  isVerified: boolean
}

interface Dependencies {
  directory: string
  /** The maximum total size of the copies, in bytes. */
  capacity: number
  readPieces: (file: StoredFile) => AsyncIterable<Uint8Array>
  /** Whether the disk has room for this number of further bytes. */
  hasRoomFor: (bytes: number) => Promise<boolean>
  /** Milliseconds since 1970. */
  now?: () => number
}

const maxConcurrentFills = 4
const suffix = '.mp3'

/** The disk is too full for a copy; the file in GridFS is intact. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
  override message = 'The disk has no room for a copy.'
}

export type FileCache = Awaited<ReturnType<typeof openFileCache>>

/** A cache on disk of mp3s in GridFS.
 *
 * A file's id is never reused for other bytes, so a copy never becomes stale. A copy that an earlier process left may
 * be damaged, for example by a power cut, so its digest is checked before its first use. If the copies together are
 * larger than `capacity`, the least recently used are removed. */
export async function openFileCache(dependencies: Dependencies) {
  const { directory, capacity, readPieces, hasRoomFor, now = Date.now } = dependencies
  const entries = await findCopies(directory)
  const pendingFills = new Map<string, Promise<string>>()
  const withPermit = pLimit(maxConcurrentFills)

  const pathOf = (id: string) => join(directory, id + suffix)

  async function evict(newest: string) {
    for (const id of excessCopies(entries, capacity, newest)) {
      entries.delete(id)
      await rm(pathOf(id), { force: true })
    }
  }

  async function fill(id: string, file: StoredFile) {
    if (await isIntactCopy(pathOf(id), file)) {
      entries.set(id, { size: file.size, usedAt: now(), isVerified: true })
      return pathOf(id)
    }
    if (!(await hasRoomFor(file.size))) throw new NoRoomError()
    await writeDurably(pathOf(id), checkedPieces(file, readPieces(file))).catch(
      (error: unknown) => {
        throw isDiskFull(error) ? new NoRoomError() : error
      },
    )
    entries.set(id, { size: file.size, usedAt: now(), isVerified: true })
    await evict(id)
    return pathOf(id)
  }

  async function drop(id: string): Promise<void> {
    await pendingFills.get(id)?.catch(() => undefined)
    entries.delete(id)
    await rm(pathOf(id), { force: true })
  }

  return {
    /** The path of a file's copy, if there is a verified one. */
    lookUp(id: string): string | undefined {
      const entry = entries.get(id)
      if (!entry?.isVerified) return
      if (!existsSync(pathOf(id))) return void entries.delete(id)
      entry.usedAt = now()
      return pathOf(id)
    },

    /** Reads bytes of a file's verified copy; undefined if there is none, or if it can't be read. Only `lookUp` updates the
     * time of the last use.
     * @param end exclusive */
    read(id: string, start: number, end: number): Uint8Array<ArrayBuffer> | undefined {
      if (entries.get(id)?.isVerified) return readPart(pathOf(id), start, end)
    },

    /** Verifies the copy of a file, or creates one. Concurrent calls for one file create one copy.
     * @throws BrokenFileError if length or digest differ from the stored ones, NoRoomError if the disk is full */
    fill(file: StoredFile): Promise<string> {
      const id = file.id.toHexString()
      const present = this.lookUp(id)
      if (present) return Promise.resolve(present)
      const start = () => withPermit(() => fill(id, file)).finally(() => pendingFills.delete(id))
      const running = pendingFills.get(id) ?? start()
      pendingFills.set(id, running)
      return running
    },

    /** Removes the copy of a deleted file. Waits for a copy in progress first. */
    drop,

    /** Removes the copies of files that are not in `sizes`, and the copies of another size.
     * @param sizes the size of each file in bytes, by its id */
    async keepOnly(sizes: ReadonlyMap<string, number>): Promise<void> {
      for (const [id, { size }] of [...entries]) if (sizes.get(id) !== size) await drop(id)
    },

    /** Removes all copies, to free disk space. Responses that are being sent from a copy are not affected. */
    async clear(): Promise<void> {
      for (const id of [...entries.keys()]) await drop(id)
    },
  }
}

/** Finds the copies that an earlier process has left, and removes its unfinished ones. */
async function findCopies(directory: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory)) {
    if (!name.endsWith(suffix)) await rm(join(directory, name), { force: true })
    else {
      const { size, mtimeMs } = await stat(join(directory, name))
      const id = name.slice(0, -suffix.length)
      entries.set(id, { size, usedAt: mtimeMs, isVerified: false })
    }
  }
  return entries
}

/** The least recently used copies, without which the others fit into a capacity (bytes).
 * @param newest a copy that stays in any case */
function excessCopies(entries: ReadonlyMap<string, Entry>, capacity: number, newest: string) {
  const oldestFirst = [...entries]
    .filter(([id]) => id !== newest)
    .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    .map(([id, { size }]) => [id, size] as const)
  return excessOf(oldestFirst, capacity - (entries.get(newest)?.size ?? 0))
}

/** Whether a copy exists and has the length and digest of its file. */
async function isIntactCopy(path: string, file: StoredFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.size === file.size && isIntact(file, createReadStream(path))
}

/** Yields the bytes of a file.
 * @throws BrokenFileError after the last byte, if the length or the digest differs from the stored one */
async function* checkedPieces(file: StoredFile, pieces: AsyncIterable<Uint8Array>) {
  const measured = measureStream(pieces)
  yield* measured.pieces()
  const { size, sha256 } = measured.result()
  if (size !== file.size || sha256 !== file.sha256) throw new BrokenFileError()
}

/** Reads bytes of a file; undefined if it can't be read, or ends before `end`. */
function readPart(path: string, start: number, end: number) {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.allocUnsafe(end - start)
      return readSync(file, bytes, 0, bytes.length, start) === bytes.length ? bytes : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return
  }
}
