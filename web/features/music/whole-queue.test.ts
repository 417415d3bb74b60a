import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Track } from '../../../api/contract/music'
import { usePlayer } from './player.store'
import { keepQueueWhole } from './whole-queue'

const [one, two, three] = ['1', '2', '3'].map(
  (_id) => ({ _id, name: _id, mp3FilePath: `/audio/${_id}` }) as Track,
) as [Track, Track, Track]
const queue = () => usePlayer.getState().queue.map(({ _id }) => _id)

/** The audio element of a page, which is there without a page. */
class Audio extends EventTarget {
  isConnected = true
  currentTime = 0
  src = ''
  play = async () => {}
  pause = () => {}
}

beforeAll(() => {
  const element = new Audio()
  vi.stubGlobal('document', { getElementById: () => element })
  vi.stubGlobal('HTMLAudioElement', Audio)
  vi.stubGlobal('location', { href: 'https://band.example/' })
})
afterAll(() => vi.unstubAllGlobals())

it('playing goes on after the tracks of a page as soon as all tracks are known', () => {
  const { toggle, play } = usePlayer.getState()
  toggle(one, [one])
  expect(queue()).toEqual(['1'])
  const stop = keepQueueWhole([one, two, three])
  toggle(one, [one])
  expect(queue()).toEqual(['1', '2', '3'])
  // An album ends with its last track.
  play(two, [two, one], 0, 'Live')
  expect(queue()).toEqual(['2', '1'])
  toggle()
  expect(queue()).toEqual(['2', '1'])
  // The list may be older than the track.
  const four = { ...three, _id: '4', mp3FilePath: '/audio/4' }
  toggle(four, [four])
  expect(queue()).toEqual(['4'])
  toggle(one, [one, four])
  expect(queue()).toEqual(['1', '4'])
  stop()
})
