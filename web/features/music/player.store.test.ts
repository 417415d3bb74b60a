import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Track } from '../../../api/contract/music'
import { usePlayer } from './player.store'

const [one, two, three] = ['1', '2', '3'].map((_id) => ({ _id, name: _id }) as Track) as [
  Track,
  Track,
  Track,
]
const queue = () => usePlayer.getState().queue.map(({ _id }) => _id)

// A page without an audio element: the queue does not depend on it.
beforeAll(() => {
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('HTMLAudioElement', class {})
})
afterAll(() => vi.unstubAllGlobals())

it('playing goes on after the tracks of a page as soon as all tracks are known', () => {
  const { toggle, play } = usePlayer.getState()
  toggle(one, [one])
  expect(queue()).toEqual(['1'])
  usePlayer.setState({ all: [one, two, three] })
  toggle(one, [one])
  expect(queue()).toEqual(['1', '2', '3'])
  // An album ends with its last track.
  play(two, [two, one], 0, 'Live')
  expect(queue()).toEqual(['2', '1'])
  toggle()
  expect(queue()).toEqual(['2', '1'])
  // The list may be older than the track.
  toggle({ ...three, _id: '4' }, [three])
  expect(queue()).toEqual(['3'])
})
