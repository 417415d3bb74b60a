import { describe, expect, it } from 'vitest'
import { ifRangeHolds, parseRange } from './byte-range'

describe('a Range header on a file of 1,000 bytes', () => {
  it.each<[string | null, ReturnType<typeof parseRange>]>([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=0-1', { start: 0, end: 1 }],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=900-2000', { start: 900, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['Bytes=5-5', { start: 5, end: 5 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=1000-1001', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-5', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-5', 'whole'],
    [null, 'whole'],
  ])('%s', (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected)
  })
})

describe('If-Range on a file with the entity tag "abc"', () => {
  it.each<[string | null, boolean]>([
    [null, true],
    ['"abc"', true],
    ['"other"', false],
    ['W/"abc"', false],
    ['Sat, 21 Nov 2026 00:00:00 GMT', false],
  ])('%s', (header, expected) => {
    expect(ifRangeHolds(header, '"abc"')).toBe(expected)
  })
})
