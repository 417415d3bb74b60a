import type { ByteRange } from './byte-range'

/** Range headers and the expected ranges of a file of 1,000 bytes. The server and the service worker, which responds
 * with offline tracks, must both satisfy these cases. */
export const rangesOfAThousand: [string | null, ByteRange | 'whole' | 'unsatisfiable'][] = [
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
]

/** If-Range headers, and whether the range applies to a file with the entity tag "abc". */
export const ifRangesOfAbc: [string | null, boolean][] = [
  [null, true],
  ['"abc"', true],
  ['"other"', false],
  ['W/"abc"', false],
  ['Sat, 21 Nov 2026 00:00:00 GMT', false],
]
