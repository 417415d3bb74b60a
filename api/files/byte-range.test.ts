import { describe, expect, it } from 'vitest'
import { ifRangeHolds, parseRange } from './byte-range'
import { ifRangesOfAbc, rangesOfAThousand } from './byte-range.cases'

describe('a Range header on a file of 1,000 bytes', () => {
  it.each(rangesOfAThousand)('%s', (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected)
  })
})

describe('If-Range', () => {
  it.each(ifRangesOfAbc)('%s', (header, expected) => {
    expect(ifRangeHolds(header, '"abc"')).toBe(expected)
  })
})
