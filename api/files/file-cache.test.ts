import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BrokenFileError } from '../mongo/file-pieces'
import { NoRoomError, openFileCache } from './file-cache'
import type { StoredFile } from './stored-files'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-cache-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const openCache = (
  capacity: number,
  readPieces: () => AsyncGenerator<Uint8Array>,
  hasRoomFor = (_: number) => Promise.resolve(true),
) => {
  let time = 0
  // Each call returns a later time.
  const now = () => ++time
  return openFileCache({ directory, capacity, readPieces, hasRoomFor, now })
}

const bytes = (fill: number) => Buffer.alloc(1000, fill)
const fileOf = (content: Buffer): StoredFile => ({
  id: new ObjectId(),
  name: 'song.mp3',
  size: content.length,
  contentType: 'audio/mpeg',
  sha256: createHash('sha256').update(content).digest('hex'),
})

describe('the disk cache', () => {
  it('copies a file once, however many ask at once', async () => {
    let readings = 0
    const cache = await openCache(10_000, async function* () {
      readings += 1
      yield bytes(1).subarray(0, 400)
      yield bytes(1).subarray(400)
    })
    const file = fileOf(bytes(1))
    const paths = await Promise.all(Array.from({ length: 50 }, () => cache.fill(file)))
    expect(new Set(paths).size).toBe(1)
    expect(readings).toBe(1)
    expect(await readFile(paths[0] ?? '')).toEqual(bytes(1))
  })

  it.each([
    ['too short', bytes(1).subarray(0, 999)],
    ['changed', bytes(2)],
  ])('keeps nothing of a file that is %s', async (_, stored) => {
    const cache = await openCache(10_000, async function* () {
      yield stored
    })
    const file = fileOf(bytes(1))
    await expect(cache.fill(file)).rejects.toThrow(BrokenFileError)
    expect(cache.lookUp(file.id.toHexString())).toBeUndefined()
    expect(await readdir(directory)).toEqual([])
  })

  it('lets the least recently used go when it is full', async () => {
    const content = bytes(1)
    const cache = await openCache(2500, async function* () {
      yield content
    })
    const [first, second, third] = [fileOf(content), fileOf(content), fileOf(content)]
    await cache.fill(first)
    await cache.fill(second)
    cache.lookUp(first.id.toHexString())
    await cache.fill(third)
    expect(cache.lookUp(second.id.toHexString())).toBeUndefined()
    expect(cache.lookUp(first.id.toHexString())).toBeDefined()
    expect((await readdir(directory)).length).toBe(2)
  })

  describe('that an earlier process has left', () => {
    let readings = 0
    const openAgain = () => {
      readings = 0
      return openCache(10_000, async function* () {
        readings += 1
        yield bytes(1)
      })
    }
    const pathOf = (file: StoredFile) => join(directory, `${file.id.toHexString()}.mp3`)

    it('serves an intact copy without reading the file again, after checking its digest', async () => {
      const file = fileOf(bytes(1))
      await writeFile(pathOf(file), bytes(1))
      const cache = await openAgain()
      expect(cache.lookUp(file.id.toHexString())).toBeUndefined()
      expect(await cache.fill(file)).toBe(pathOf(file))
      expect(cache.lookUp(file.id.toHexString())).toBe(pathOf(file))
      expect(readings).toBe(0)
    })

    it.each([
      ['empty', Buffer.alloc(0)],
      ['of the right size, with other bytes', Buffer.alloc(1000)],
    ])('replaces a copy that is %s', async (_, damaged) => {
      const file = fileOf(bytes(1))
      await writeFile(pathOf(file), damaged)
      const cache = await openAgain()
      expect(cache.lookUp(file.id.toHexString())).toBeUndefined()
      expect(cache.read(file.id.toHexString(), 0, 10)).toBeUndefined()
      expect(await readFile(await cache.fill(file))).toEqual(bytes(1))
      expect(readings).toBe(1)
    })

    it('removes unfinished copies, copies of another size and copies of other files', async () => {
      const [whole, cut, removed] = [fileOf(bytes(1)), fileOf(bytes(1)), fileOf(bytes(1))]
      await writeFile(pathOf(whole), bytes(1))
      await writeFile(pathOf(cut), bytes(1).subarray(1))
      await writeFile(pathOf(removed), bytes(1))
      await writeFile(join(directory, 'def.123.part'), bytes(1))
      const cache = await openAgain()
      await cache.keepOnly(
        new Map([whole, cut].map(({ id, size }) => [id.toHexString(), size] as const)),
      )
      expect(await readdir(directory)).toEqual([`${whole.id.toHexString()}.mp3`])
    })
  })

  it('copies nothing onto a full disk', async () => {
    const content = bytes(1)
    const asked: number[] = []
    const cache = await openCache(
      10_000,
      async function* () {
        yield content
      },
      (size) => {
        asked.push(size)
        return Promise.resolve(false)
      },
    )
    await expect(cache.fill(fileOf(content))).rejects.toThrow(NoRoomError)
    expect(asked).toEqual([content.length])
    expect(await readdir(directory)).toEqual([])
  })
})
