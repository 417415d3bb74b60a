import { expect, it } from 'vitest'
import type { Track } from '../../../api/contract/music'
import { albumsOf } from './albums'

const track = (name: string, more: Partial<Track> = {}) => ({ name, ...more }) as Track

it('tracks of an album are in the order of their numbers, and one track is no album', () => {
  const tracks = [
    track('c', { album: 'Live', number: 10 }),
    track('x'),
    track('d', { album: 'Live' }),
    track('a', { album: 'Live', number: 2 }),
    track('y', { album: 'Single' }),
  ]
  expect(albumsOf(tracks)).toEqual([{ name: 'Live', tracks: [tracks[3], tracks[0], tracks[2]] }])
})
