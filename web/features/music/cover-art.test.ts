import { expect, it } from 'vitest'
import { coverArt } from './cover-art'
import { playTime, spokenTime } from './play-time'

it('draws the same name always the same, and names differently', () => {
  expect(coverArt('Greensleeves')).toEqual(coverArt('Greensleeves'))
  const looks = new Set(
    Array.from({ length: 60 }, (_, index) => {
      const { pattern, palette } = coverArt(`Song ${index}`)
      return `${pattern} ${palette.ground}`
    }),
  )
  expect(looks.size).toBeGreaterThan(15)
})

it.each([
  ['House of the Rising Sun', ['House', 'Rising Sun']],
  ['St. James Infirmary', ['St. James', 'Infirmary']],
  ['The The', ['The The']],
  ['Supercalifragilistic', ['Supercalifr…']],
  ['🎸', ['🎸']],
])('shouts the telling words of %s', (name, lines) => {
  expect(coverArt(name).lines).toEqual(lines)
})

it.each([
  [0, '0:00', '0 minutes 0 seconds'],
  [65.9, '1:05', '1 minute 5 seconds'],
  [3601, '60:01', '60 minutes 1 second'],
  [Number.NaN, '0:00', '0 minutes 0 seconds'],
])('reads %s seconds', (seconds, read, spoken) => {
  expect(playTime(seconds)).toBe(read)
  expect(spokenTime(seconds)).toBe(spoken)
})
