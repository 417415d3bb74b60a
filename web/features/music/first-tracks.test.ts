import { expect, it } from 'vitest'
import { findTracks } from './find-tracks'
import { firstTracks } from './first-tracks'

const track = (name: string, artist = 'Traditional') => ({
  _id: name,
  name,
  artist,
  location: 'London',
  mp3FilePath: `/audio/${name}.mp3`,
  size: 1000,
  duration: 60,
  version: 1,
  fileId: '6b02705b7e4bcb17549b0b71',
  fileName: `${name}.mp3`,
})

it('starts with the first tracks, and counts all', () => {
  const tracks = Array.from({ length: 1000 }, (_, index) => track(`Song ${index}`))
  const first = firstTracks(tracks)
  expect(first.tracks).toEqual(tracks.slice(0, 12))
  expect(first).toMatchObject({ count: 1000, size: 1_000_000 })
})

it('finds words in any order, in any letters, in name, artist and place', () => {
  const tracks = [track('House of the Rising Sun'), track('Greensleeves', 'King Henry')]
  const found = (search: string) => findTracks(tracks, search).map(({ name }) => name)
  expect(found('sun house')).toEqual(['House of the Rising Sun'])
  expect(found('HENRY london')).toEqual(['Greensleeves'])
  expect(found('')).toHaveLength(2)
  expect(found('stairway')).toEqual([])
})
