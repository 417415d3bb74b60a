import { beforeEach, expect, it } from 'vitest'
import { storage } from '../browser/storage'
import { maxSongs, useWishedSongs } from './wished-songs.store'

beforeEach(() => useWishedSongs.getState().clear())
const { toggle, choose } = useWishedSongs.getState()
const ids = () => useWishedSongs.getState().ids

it('a song that is ticked in another tab stays ticked', () => {
  toggle('one')
  storage.set('wishedSongs', JSON.stringify({ ids: ['one', 'two'] }))
  toggle('three')
  expect(ids()).toEqual(['one', 'two', 'three'])
  toggle('two')
  expect(ids()).toEqual(['one', 'three'])
})

it('at most as many songs are ticked as an enquiry may have', () => {
  choose(Array.from({ length: 60 }, (_, index) => `song ${index}`))
  expect(ids()).toHaveLength(maxSongs)
})
