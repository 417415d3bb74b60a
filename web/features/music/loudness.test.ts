import { expect, it } from 'vitest'
import { volumeOf } from './loudness'

it.each([
  [1, undefined, 1],
  [0.5, undefined, 0.5],
  [1, -6.0206, 0.5],
  [0.5, -6.0206, 0.25],
  [1, 6, 1],
  [0, -6, 0],
])('the volume %d with a gain of %s dB is %d', (volume, gain, expected) => {
  expect(volumeOf(volume, gain)).toBeCloseTo(expected, 4)
})
