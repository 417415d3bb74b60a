import { expect, it } from 'vitest'
import { hasWords } from './has-words'

it.each([
  ['Don’t Stop Me Now', "don't stop", true],
  ["Don't Stop Me Now", 'dont NOW', true],
  ['Beyoncé', 'beyonce', true],
  ['Senorita', 'señorita', true],
  ['Angie', 'angel', false],
  ['Angie', '', true],
])('that %s has the words %j is %s', (text, search, expected) =>
  expect(hasWords(text, search)).toBe(expected),
)
