import { expect, it } from 'vitest'
import {
  bodyOf,
  conflictRows,
  type FieldDescriptions,
  hasSameTexts,
  mergeTexts,
  textsOf,
} from './record-fields'

interface Body {
  venue: string
  note?: string
}
const fields: FieldDescriptions<Body> = {
  venue: { label: 'Venue' },
  note: { label: 'Note', isOptional: true },
}

it('a record without an optional field has an empty text for it', () => {
  expect(textsOf(fields, { venue: 'Barn' })).toEqual({ venue: 'Barn', note: '' })
  expect(textsOf(fields)).toEqual({ venue: '', note: '' })
})

it('spaces around a text make no difference, and a cleared field does', () => {
  expect(hasSameTexts(fields, { venue: ' Barn ', note: '' }, { venue: 'Barn' })).toBe(true)
  expect(hasSameTexts(fields, { venue: 'Barn', note: '' }, { venue: 'Barn', note: 'x' })).toBe(
    false,
  )
})

it.each([
  ['tickets.example.com/x', 'https://tickets.example.com/x'],
  [' tickets.example:8443 ', 'https://tickets.example:8443'],
  ['http://tickets.example', 'http://tickets.example'],
  ['ftp://tickets.example', 'ftp://tickets.example'],
  ['us@band.example', 'mailto:us@band.example'],
  ['tel:+15195550100', 'tel:+15195550100'],
  ['/Songs', '/Songs'],
  ['localhost:3001', 'https://localhost:3001'],
  ['https://band.example/@us', 'https://band.example/@us'],
  ['band.example/@us', 'https://band.example/@us'],
  ['', ''],
])('the address %j is sent as %j', (typed, sent) => {
  const links: FieldDescriptions<{ link: string }> = { link: { label: 'Link', type: 'url' } }
  expect(bodyOf(links, { link: typed }, undefined)).toEqual({ link: sent })
  expect(hasSameTexts(links, { link: typed }, { link: sent })).toBe(true)
})

it.each([
  [85_000, '850'],
  [85_050, '850.50'],
])('an amount of %i cents is %s in its field', (fee, text) => {
  const amounts: FieldDescriptions<{ fee: number }> = {
    fee: { label: 'Fee', type: 'number', scale: 100 },
  }
  expect(textsOf(amounts, { fee })).toEqual({ fee: text })
})

it.each([
  ['3:45', 225, '3:45'],
  ['225', 225, '3:45'],
  ['0:07', 7, '0:07'],
  ['61:05', 3665, '61:05'],
  ['3:75', '3:75', '3:75'],
  ['three', 'three', 'three'],
])('the length %j is sent as %j, and is %j in the form', (typed, sent, text) => {
  const lengths: FieldDescriptions<{ length: number }> = {
    length: { label: 'Length', type: 'duration' },
  }
  expect(bodyOf(lengths, { length: typed }, undefined)).toEqual({ length: sent })
  expect(textsOf(lengths, { length: sent })).toEqual({ length: text })
})

it('a conflict has a row for each field', () => {
  expect(conflictRows(fields, { venue: 'Barn', note: 'x' }, { venue: 'Hall' })).toEqual([
    { label: 'Venue', mine: 'Barn', theirs: 'Hall' },
    { label: 'Note', mine: 'x', theirs: '' },
  ])
})

it('a conflict shows choices and checkboxes as people read them', () => {
  const choices: FieldDescriptions<{ status?: string; isFree?: boolean }> = {
    status: {
      label: 'Status',
      choices: { '': 'As planned', soldout: 'Sold out' },
      isOptional: true,
    },
    isFree: { label: 'Free', type: 'checkbox', isOptional: true },
  }
  expect(conflictRows(choices, { status: '', isFree: 'true' }, { status: 'soldout' })).toEqual([
    { label: 'Status', mine: 'As planned', theirs: 'Sold out' },
    { label: 'Free', mine: 'Yes', theirs: 'No' },
  ])
})

it.each([
  ['another field', {}, { venue: 'Barn', note: 'Mine' }, { venue: 'Hall' }, 'Hall', 'Mine', false],
  ['the same field', {}, { venue: 'Mine', note: '' }, { venue: 'Hall' }, 'Mine', '', true],
  [
    'the same field, to the same value',
    {},
    { venue: ' Hall ', note: '' },
    { venue: 'Hall' },
    ' Hall ',
    '',
    false,
  ],
  [
    'a field that I have left empty',
    {},
    { venue: 'Barn', note: '' },
    { venue: 'Barn', note: 'x' },
    'Barn',
    'x',
    false,
  ],
  [
    'a field that I have cleared',
    { note: 'y' },
    { venue: 'Barn', note: '' },
    { venue: 'Barn', note: 'x' },
    'Barn',
    '',
    true,
  ],
])('somebody else has changed %s', (_, more, typed, theirs, venue, note, overlaps) => {
  const merged = { texts: { venue, note }, overlaps }
  expect(mergeTexts(fields, typed, { venue: 'Barn', ...more }, theirs)).toEqual(merged)
})
