import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mp3 } from '../../testing/requests'
import { withTags } from '../../testing/tags'
import { readTags } from './track-tags'

async function* pieces(file: Uint8Array) {
  yield file
}

it('requests are served while the tags of a file are read, and a file without tags has none', async () => {
  const artists = Array.from({ length: 3_000 }, (_, index) => `Artist ${index}`).join('/')
  let isRead = false
  const reading = readTags(pieces(withTags({ TPE1: artists, TIT2: 'Song' }, mp3()))).finally(() => {
    isRead = true
  })
  let turns = 0
  for (; !isRead; turns += 1) await setImmediate()
  // While a process starts, the event loop turns more than 10,000 times; a reader in this process leaves it some hundred.
  expect(turns).toBeGreaterThan(2_500)
  expect(await reading).toMatchObject({ name: 'Song' })
  expect(await readTags(pieces(new Uint8Array(10)))).toEqual({})
})
