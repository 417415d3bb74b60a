import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSongLines } from './song-lines'

const sun = { title: 'House of the Rising Sun', artist: 'The Animals' }

it.each([
  ['House of the Rising Sun – The Animals', [sun]],
  ['House of the Rising Sun - The Animals', [sun]],
  ['1. House of the Rising Sun\tThe Animals', [sun]],
  ['• House of the Rising Sun – The Animals', [sun]],
  ['- House of the Rising Sun - The Animals', [sun]],
  ['* House of the Rising Sun by The Animals', [sun]],
  ['Rock-a-Hula – Elvis', [{ title: 'Rock-a-Hula', artist: 'Elvis' }]],
  ['House of the Rising Sun by The Animals', [sun]],
  ['Stand by Me by Ben E. King', [{ title: 'Stand by Me', artist: 'Ben E. King' }]],
  ['Stand by Me – Ben E. King', [{ title: 'Stand by Me', artist: 'Ben E. King' }]],
  [
    'House of the Rising Sun – The Animals (1964) 4:32',
    [{ ...sun, year: '1964', duration: '4:32' }],
  ],
  [
    'House of the Rising Sun by The Animals [4:32], 1964',
    [{ ...sun, year: '1964', duration: '4:32' }],
  ],
  [
    'House of the Rising Sun\tThe Animals\t1964\t4:32',
    [{ ...sun, year: '1964', duration: '4:32' }],
  ],
  ['Chocolate – The 1975', [{ title: 'Chocolate', artist: 'The 1975' }]],
  ['Prince – 1999', [{ title: 'Prince', artist: '1999' }]],
  ['House of the Rising Sun by The Animals – 4:32', [{ ...sun, duration: '4:32' }]],
  [
    'House of the Rising Sun by The Animals - 1964 - 4:32',
    [{ ...sun, year: '1964', duration: '4:32' }],
  ],
  ['House of the Rising Sun – The Animals / 0:00', [sun]],
  ['House of the Rising Sun\t\t1964\t4:32', []],
  [
    'Umbrella – Rihanna (feat. Jay-Z, 2007)',
    [{ title: 'Umbrella', artist: 'Rihanna (feat. Jay-Z, 2007)' }],
  ],
  [
    'House of the Rising Sun by The Animals 1964 4:32',
    [{ ...sun, year: '1964', duration: '4:32' }],
  ],
  ['Chocolate – The 1975 3:44', [{ title: 'Chocolate', artist: 'The 1975', duration: '3:44' }]],
  [
    'Romantic Rights\tDeath From Above 1979\t3:20',
    [{ title: 'Romantic Rights', artist: 'Death From Above 1979', duration: '3:20' }],
  ],
  ['25 or 6 to 4 — Chicago', [{ title: '25 or 6 to 4', artist: 'Chicago' }]],
])('%j is read', (text, songs) => expect(readSongLines(text, []).songs).toEqual(songs))

it('known and repeated songs are recognised regardless of case', () => {
  const text = ['HOUSE of the rising sun - the Animals', 'Layla – Derek', 'layla - derek'].join(
    '\n',
  )
  expect(readSongLines(text, [sun])).toEqual({
    songs: [{ title: 'Layla', artist: 'Derek' }],
    duplicates: ['HOUSE of the rising sun - the Animals', 'layla - derek'],
    unreadable: [],
  })
})

it('each line is a song, a duplicate or unreadable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { songs, duplicates, unreadable } = readSongLines(text, [])
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      expect(songs.length + duplicates.length + unreadable.length).toBe(lines.length)
    }),
  )
})
