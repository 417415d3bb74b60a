import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AdminSong } from '../../../../api/contract/songs'
import {
  comingWithSetList,
  lengthOf,
  movedToSet,
  setListsToCopy,
  songsOf,
  songsToAdd,
} from './set-list'

const song = (id: string): AdminSong => ({ _id: id, title: id, artist: 'x', version: 1 })

it.each([
  [[], '0 min'],
  [[{ duration: 180 }, { duration: 240 }], '7 min'],
  [[{ duration: 180 }, {}], '3 min and 1 song without a length'],
  [[{}, {}], '2 songs without a length'],
])('the length of %j is %j', (songs, text) => {
  expect(lengthOf(songs)).toBe(text)
})

it('offers each song once, the ticked ones first', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }))
  fc.assert(
    fc.property(ids, fc.func(fc.nat(2)), (all, place) => {
      const songIds = all.filter((id) => place(id) === 0)
      const ticked = all.filter((id) => place(id) === 1)
      const offered = songsToAdd(all.map(song), [{ songIds }], ticked).map(({ _id }) => _id)
      expect([...offered, ...songIds].sort()).toEqual([...all].sort())
      expect(offered.slice(0, ticked.length)).toEqual(ticked)
    }),
  )
})

it('moves a song to the next set and back to where it was', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1 })
  fc.assert(
    fc.property(ids, fc.nat(), (all, at) => {
      const songIds = all.slice(0, 1 + (at % all.length))
      const last = songIds.at(-1) as string
      const sets = [{ title: 'One', songIds }, { songIds: all.slice(songIds.length) }]
      const moved = movedToSet(sets, last, 0, 1)
      expect(moved.map((set) => set.songIds[0])).toEqual([songIds.slice(0, -1)[0], last])
      expect(moved.flatMap((set) => set.songIds)).toEqual(all)
      expect(movedToSet(moved, last, 1, 0)).toEqual(sets)
    }),
  )
})

it('leaves out songs that were deleted', () => {
  const songs = new Map([['a', song('a')]])
  expect(songsOf({ songIds: ['b', 'a'] }, songs)).toEqual([song('a')])
})

it.each([
  ['today', '2031-06-02', 1],
  ['the next one', '2031-06-03', 3],
  ['none any more', '2031-06-09', undefined],
])('finds the next show with a set list: %s', (_, today, index) => {
  const setList = [{ songIds: ['a'] }]
  const shows = [
    { date: '2031-06-01', setList },
    { date: '2031-06-02', setList },
    { date: '2031-06-04', setList, status: 'cancelled' as const },
    { date: '2031-06-05', setList },
    { date: '2031-06-03', setList: [{ songIds: [] }] },
    { date: '2031-06-03', setList: [{ songIds: ['deleted'] }] },
  ]
  expect(comingWithSetList(shows, new Map([['a', song('a')]]), today)[0]).toBe(
    index === undefined ? undefined : shows[index],
  )
})

it('offers the set lists of other shows, the latest first', () => {
  const listOf = (...songIds: string[]) => [{ songIds }]
  const shows = [
    { _id: 'old', date: '2030-01-01', setList: listOf('a') },
    { _id: 'new', date: '2031-01-01', setList: listOf('b', 'a') },
    { _id: 'without songs', date: '2031-02-01', setList: listOf() },
    { _id: 'with deleted songs', date: '2031-02-01', setList: listOf('b') },
    { _id: 'this', date: '2031-02-01', setList: listOf('a') },
    { _id: 'without a list', date: '2031-02-01' },
  ]
  const songs = new Map([['a', song('a')]])
  const offered = setListsToCopy(shows, songs, { _id: 'this', date: '2031-02-01' })
  expect(offered.map(({ _id }) => _id)).toEqual(['new', 'old'])
})
