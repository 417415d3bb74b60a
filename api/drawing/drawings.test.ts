import { mkdtemp, readdir, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDrawings } from './drawings'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drawn-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Opens the drawings and counts what is drawn. */
async function open(capacity = 1_000_000) {
  const drawings = await openDrawings({ directory, capacity })
  const state = { drawn: [] as string[], atOnce: 0, mostAtOnce: 0 }
  const find = async (content: string, bytes = 100) => {
    const picture = await drawings.find(content, async () => {
      state.drawn.push(content)
      state.atOnce += 1
      state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce)
      await Promise.resolve()
      state.atOnce -= 1
      return new Uint8Array(bytes).fill(content.charCodeAt(0))
    })
    return `${String.fromCharCode(picture[0] ?? 0)} ${picture.length}`
  }
  return { state, find, stop: drawings.stop }
}

it('a picture is drawn once for its content, also after a restart, and one at a time', async () => {
  const first = await open()
  const found = await Promise.all(['a', 'b', 'a', 'c'].map((content) => first.find(content)))
  expect(found).toEqual(['a 100', 'b 100', 'a 100', 'c 100'])
  expect(first.state).toMatchObject({ drawn: ['a', 'b', 'c'], mostAtOnce: 1 })
  const second = await open()
  expect(await second.find('b')).toBe('b 100')
  expect(second.state.drawn).toEqual([])
})

it('stopping waits until a picture in progress is saved', async () => {
  const { find, stop } = await open()
  void find('a')
  await stop()
  expect(await readdir(directory)).toHaveLength(1)
})

it('a file that is gone when its size is read does not prevent the start', async () => {
  await (await open()).find('a')
  // A link without a target is listed, but has no size.
  await symlink(join(directory, 'gone'), join(directory, 'finished-meanwhile.part'))
  const { state, find } = await open()
  expect(await find('a')).toBe('a 100')
  expect(state.drawn).toEqual([])
})

it('a hundred pictures in a circle are drawn once each', async () => {
  const { state, find } = await open()
  const contents = Array.from({ length: 100 }, (_, index) => `x${index}`)
  for (let round = 0; round < 3; round += 1) for (const content of contents) await find(content)
  expect(state.drawn).toEqual(contents)
})

it('a hundred pictures that are requested again while they wait are drawn once each', async () => {
  const { state, find } = await open()
  const contents = Array.from({ length: 100 }, (_, index) => `x${index}`)
  await Promise.all([...contents, ...contents].map((content) => find(content)))
  expect(state.drawn).toEqual(contents)
})

it('the oldest pictures are removed when all are larger together than the capacity', async () => {
  const { find } = await open(1_000)
  for (const content of ['a', 'b', 'c']) await find(content, 400)
  expect(await readdir(directory)).toHaveLength(2)
  const { state, find: findLater } = await open(1_000)
  await findLater('c', 400)
  await findLater('a', 400)
  expect(state.drawn).toEqual(['a'])
})

it('a picture is drawn again if its file was cut short or is gone, and if drawing failed', async () => {
  await (await open()).find('a')
  const [name = ''] = await readdir(directory)
  const later = await open()
  await truncate(join(directory, name), 10)
  expect(await later.find('a')).toBe('a 100')
  const last = await open()
  await rm(join(directory, name))
  expect(await last.find('a')).toBe('a 100')
  expect([later.state.drawn, last.state.drawn]).toEqual([['a'], ['a']])
  const drawings = await openDrawings({ directory, capacity: 1_000 })
  const fails = () => Promise.reject(new Error('no colours'))
  await expect(drawings.find('b', fails)).rejects.toThrow('no colours')
  expect((await drawings.find('b', () => new Uint8Array(5))).length).toBe(5)
})
