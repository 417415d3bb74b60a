import { ObjectId } from 'mongodb'
import { expect, it } from 'vitest'
import { createCachedCollection } from './cached-collection'
import { noOtherProcesses } from './change-watch'
import { compareIds } from './object-id'

const record = (second: number, text: string) => ({ _id: ObjectId.createFromTime(second), text })
type Record = ReturnType<typeof record>

async function cache(
  read: () => Promise<Record[]>,
  onError: (error: unknown) => void = () => expect.unreachable(),
) {
  const collection = await createCachedCollection({
    read,
    compare: (one, other) => compareIds(one._id, other._id),
    changes: noOtherProcesses,
    onError,
  })
  const texts = () => collection.items().map(({ text }) => text)
  return { ...collection, texts }
}

it('holds the state after the last refresh, however they overlap', async () => {
  let state = 'first'
  const collection = await cache(async () => [record(1, state)])
  const before = collection.items()
  state = 'second'
  const first = collection.refresh()
  state = 'third'
  await Promise.all([first, collection.refresh()])
  expect(collection.texts()).toEqual(['third'])
  expect(collection.items()).not.toBe(before)
})

it('takes a change to its place without reading again', async () => {
  let readings = 0
  const collection = await cache(async () => {
    readings += 1
    return [record(3, 'c'), record(1, 'a')]
  })
  const put = (changed: Record) => collection.write(async (changes) => changes.put(changed))
  await put(record(2, 'b'))
  await put(record(3, 'C'))
  await put(record(4, 'd'))
  expect(collection.texts()).toEqual(['a', 'b', 'C', 'd'])
  await collection.write(async (changes) => changes.remove(record(1, '')._id))
  expect(collection.texts()).toEqual(['b', 'C', 'd'])
  expect(readings).toBe(1)
})

it('contains the last write, however writes and refreshes overlap', async () => {
  let state = [record(1, 'first')]
  const collection = await cache(async () => state)
  let respond = () => {}
  const late = new Promise<void>((resolve) => {
    respond = resolve
  })
  const atOnce = Promise.resolve()
  const change = (text: string, response: Promise<void>) =>
    collection.write(async (changes) => {
      const changed = record(1, text)
      state = [changed]
      await response
      changes.put(changed)
    })
  const removal = () =>
    collection.write(async (changes) => {
      state = []
      changes.remove(record(1, '')._id)
    })
  const all = [change('second', late), collection.refresh(), change('third', atOnce)]
  respond()
  await Promise.all(all)
  expect(collection.texts()).toEqual(['third'])
  await Promise.all([change('fourth', atOnce), removal(), collection.refresh()])
  expect(collection.texts()).toEqual([])
})

it('reads again after a write that failed, which may have been stored all the same', async () => {
  let state = [record(1, 'before')]
  const collection = await cache(async () => state)
  const write = collection.write(async () => {
    state = [record(1, 'after')]
    throw new Error('unavailable')
  })
  await expect(write).rejects.toThrow('unavailable')
  await expect.poll(collection.texts).toEqual(['after'])
})

it('keeps its version when a refresh finds nothing new', async () => {
  const collection = await cache(async () => [record(1, 'a')])
  const before = collection.items()
  await collection.refresh()
  expect(collection.items()).toBe(before)
})

it('stays readable when a refresh fails, and is refreshed as soon as it can be', async () => {
  const state = { isUnavailable: false, text: 'before' }
  const failures: unknown[] = []
  const read = async () => {
    if (state.isUnavailable) throw new Error('unavailable')
    return [record(1, state.text)]
  }
  const collection = await cache(read, (error) => failures.push(error))
  state.isUnavailable = true
  state.text = 'after'
  await collection.refresh()
  expect(failures.length).toBe(1)
  expect(collection.texts()).toEqual(['before'])
  state.isUnavailable = false
  await expect.poll(collection.texts).toEqual(['after'])
})
