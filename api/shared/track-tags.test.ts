import { expect, it } from 'vitest'
import { fieldsOfTags } from './track-tags'

it.each([
  [
    { title: ' A ', artist: 'B', album: 'C', track: { no: 7 }, year: 1975 },
    { name: 'A', artist: 'B', album: 'C', number: '7', year: '1975' },
  ],
  [{ title: 'One\nline\u0000', track: { no: 1999 }, year: 0 }, { name: 'One line' }],
  [{ title: 'x'.repeat(300), track: { no: null } }, { name: 'x'.repeat(200) }],
  [{ title: ' ', track: { no: null } }, {}],
])('reads %j', (tags, fields) => {
  expect(fieldsOfTags(tags)).toEqual(fields)
})
