import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trackOfFileName } from './track-file-name'

it.each([
  ['Wild Wind.mp3', { name: 'Wild Wind' }],
  ['wild_wind.mp3', { name: 'wild wind' }],
  ['The Forks - Wild Wind.mp3', { name: 'Wild Wind', artist: 'The Forks' }],
  ['03 - The Forks – Wild Wind.mp3', { name: 'Wild Wind', artist: 'The Forks', number: 3 }],
  ['12. Wild-Wind.MP3', { name: 'Wild-Wind', number: 12 }],
  ['07 Wild Wind', { name: 'Wild Wind', number: 7 }],
  ['1999.mp3', { name: '1999' }],
  ['99 - .mp3', { name: '99 -' }],
  ['A - B - C.mp3', { name: 'B - C', artist: 'A' }],
  ['.mp3', { name: '.mp3' }],
])('reads %j', (fileName, track) => {
  expect(trackOfFileName(fileName)).toEqual(track)
})

it('finds a name in every file name that has a visible character', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      fc.pre(/[\p{L}\p{N}]/u.test(text))
      expect(trackOfFileName(`${text}.mp3`).name.trim()).not.toBe('')
    }),
  )
})
