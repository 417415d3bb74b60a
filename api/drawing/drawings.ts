import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { excessOf } from '../process/excess'

type Bytes = Uint8Array<ArrayBuffer>
type Draw = () => Promise<Bytes> | Bytes

interface Options {
  directory: string
  /** The maximum size of all pictures together, in bytes. */
  capacity: number
}

/** The number of pictures that are also held in memory; most have less than 60 kB. */
const maxInMemory = 256

const nameOf = (content: string) => createHash('sha256').update(content).digest('hex')

export type Drawings = Awaited<ReturnType<typeof openDrawings>>

/** Pictures that the server draws, such as the cards of shows: each is drawn once for its content and kept on disk, and one
 * is drawn at a time. If they are too large together, the oldest ones are removed. */
export async function openDrawings({ directory, capacity }: Options) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const sizes = await sizesIn(directory)
  const inMemory = new Map<string, Bytes>()
  /** Pictures that are being read or drawn, by name. */
  const pending = new Map<string, Promise<Bytes>>()
  const [quick, slow] = [pLimit(1), pLimit(1)]

  async function keep(name: string, picture: Bytes) {
    const partial = join(directory, `${randomUUID()}.part`)
    await writeFile(partial, picture, { mode: 0o600 })
    await rename(partial, join(directory, name))
    sizes.set(name, picture.length)
    for (const oldest of excessOf([...sizes], capacity)) {
      sizes.delete(oldest)
      await rm(join(directory, oldest), { force: true })
    }
  }

  async function read(name: string): Promise<Bytes | undefined> {
    const kept = sizes.has(name) && (await readFile(join(directory, name)).catch(() => undefined))
    // A power cut may have left a file without its content.
    if (kept && kept.length === sizes.get(name)) return remember(name, new Uint8Array(kept))
    return undefined
  }

  function remember(name: string, picture: Bytes): Bytes {
    inMemory.set(name, picture)
    const [longestKnown] = inMemory.keys()
    if (inMemory.size > maxInMemory && longestKnown !== undefined) inMemory.delete(longestKnown)
    return picture
  }

  async function readOrDraw(name: string, draw: Draw, isSlow: boolean): Promise<Bytes> {
    const kept = await read(name)
    if (kept) return kept
    const picture = await (isSlow ? slow : quick)(draw)
    // On a full disk it is drawn again after it has left the memory.
    await keep(name, picture).catch(() => undefined)
    return remember(name, picture)
  }

  return {
    /** @param content everything on which the picture depends
     * @param draw draws the picture; called only if it is not kept yet
     * @param isSlow whether it waits for other slow ones only, so that the quick ones need not wait for it */
    find(content: string, draw: Draw, isSlow = false): Promise<Bytes> {
      const name = nameOf(content)
      const known = inMemory.get(name) ?? pending.get(name)
      if (known) return Promise.resolve(known)
      const found = readOrDraw(name, draw, isSlow).finally(() => pending.delete(name))
      pending.set(name, found)
      return found
    },
    /** A picture that was drawn before; undefined if it was not. */
    async findDrawn(content: string): Promise<Bytes | undefined> {
      const name = nameOf(content)
      return inMemory.get(name) ?? read(name)
    },
    /** Waits until the pictures in progress are saved. */
    stop: () => Promise.allSettled(pending.values()),
  }
}

/** The sizes of the pictures that an earlier process has left, the oldest first; its unfinished ones are removed. */
async function sizesIn(directory: string): Promise<Map<string, number>> {
  const found: { name: string; size: number; mtimeMs: number }[] = []
  for (const name of await readdir(directory)) {
    const file = await stat(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    // Another process, which is about to end, has finished or removed it meanwhile.
    if (!file) continue
    const { size, mtimeMs } = file
    if (name.endsWith('.part') || size === 0) await rm(join(directory, name), { force: true })
    else found.push({ name, size, mtimeMs })
  }
  found.sort((one, other) => one.mtimeMs - other.mtimeMs)
  return new Map(found.map(({ name, size }) => [name, size]))
}
