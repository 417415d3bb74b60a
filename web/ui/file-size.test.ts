import { expect, it } from 'vitest'
import { fileSize } from './file-size'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [54_321, '54 kB'],
  [1_400_000, '1.4 MB'],
  [9_999_900, '10 MB'],
  [60_000_000, '60 MB'],
  [999_900_000, '1.0 GB'],
  [1_234_567_890, '1.2 GB'],
])('%i bytes are %s', (bytes, expected) => {
  expect(fileSize(bytes)).toBe(expected)
})
