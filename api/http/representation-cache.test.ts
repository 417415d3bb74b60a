import { expect, it } from 'vitest'
import { represent } from './representation'
import { createRepresentationCache } from './representation-cache'

/** Creates a text of this many bytes, which is too short to be compressed. */
const textOf = (bytes: number) => represent('x'.repeat(bytes), new Headers())

function cacheOf(capacity: number, version = () => '1') {
  const cache = createRepresentationCache({ version, capacity })
  const put = (key: string, bytes: number) => cache.createSetter()(key, textOf(bytes))
  const isCached = (key: string) => cache.get(key) !== undefined
  return { put, isCached }
}

it('removes the oldest when they are larger together than the capacity', () => {
  const { put, isCached } = cacheOf(1_000)
  put('first', 400)
  put('second', 400)
  expect(['first', 'second'].map(isCached)).toEqual([true, true])
  put('third', 400)
  expect(['first', 'second', 'third'].map(isCached)).toEqual([false, true, true])
  put('larger than the cache', 1_001)
  expect(['second', 'third', 'larger than the cache'].map(isCached)).toEqual([false, false, false])
})

it('counts every encoding', async () => {
  const text = represent('x'.repeat(100_000), new Headers())
  await text.ready
  expect(text.size()).toBeGreaterThan(100_000)
  const cache = createRepresentationCache({ version: () => '1', capacity: 100_000 })
  cache.createSetter()('a text', text)
  expect(cache.get('a text')).toBeUndefined()
})

it('has nothing of an earlier version', () => {
  let version = '1'
  const { put, isCached } = cacheOf(1_000, () => version)
  put('a text', 10)
  version = '2'
  expect(isCached('a text')).toBe(false)
})
