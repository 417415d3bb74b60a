import { expect, it } from 'vitest'
import { comparable } from './comparable'

it.each([
  ['Don’t Stop', "don't  stop"],
  ['Rock & Roll', 'Rock & roll'],
  ['ＡＢＣ', 'abc'],
])('%s and %s are one name', (one, other) => {
  expect(comparable(one)).toBe(comparable(other))
})

it.each([
  ['+', '÷'],
  ['1+1', '1-1'],
  ['C', 'C#'],
  ['C', 'C++'],
  ['की', 'का'],
])('%s and %s are two names', (one, other) => {
  expect(comparable(one)).not.toBe(comparable(other))
})
