import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillTemplate, placeholders, toTemplate, valuesFor } from './reply-text'

const enquiry = {
  name: 'Pat',
  email: 'pat@example.org',
  message: 'A barn',
  status: 'new' as const,
  receivedAt: '2026-11-23T20:00:00.000Z',
  reference: 'FK-7Q2M',
  date: '2031-06-20',
  occasion: 'wedding' as const,
  isSpam: false,
  isUnsure: false,
  mail: 'off' as const,
  version: 1,
}

it('placeholders become the enquiry’s values, and a missing value becomes a phrase', () => {
  const text = 'Hi {name}, {occasion} on {date} at "{place}", {reference}. {band} {other}'
  expect(fillTemplate(text, valuesFor(enquiry, 'The Forks'))).toBe(
    'Hi Pat, wedding on June 20, 2031 at "your place", FK-7Q2M. The Forks {other}',
  )
})

it('a value stays as it is, whatever it contains', () => {
  const names = Object.keys(placeholders) as (keyof typeof placeholders)[]
  const value = fc.string({ unit: fc.constantFrom('{', '}', '$', '&', 'name', 'x') })
  const values = fc.record(
    Object.fromEntries(names.map((name) => [name, value])) as Record<
      (typeof names)[number],
      typeof value
    >,
  )
  fc.assert(
    fc.property(fc.constantFrom(...names), values, (name, given) => {
      if (given[name] !== '')
        expect(fillTemplate(`a {${name}} b`, given)).toBe(`a ${given[name]} b`)
    }),
  )
})

it('a text becomes a template without the details of its enquiry', () => {
  const values = valuesFor(enquiry, 'The Forks')
  const text = 'Hi Pat,\n\nwe are free on June 20, 2031. Your reference: FK-7Q2M.\n\nThe Forks'
  const template = 'Hi {name},\n\nwe are free on {date}. Your reference: {reference}.\n\n{band}'
  expect(toTemplate(text, values)).toBe(template)
  expect(fillTemplate(template, values)).toBe(text)
})

it('a value inside a longer word is not replaced', () => {
  const values = valuesFor({ ...enquiry, name: 'Al', place: 'Bar' }, 'The Forks')
  expect(toTemplate('Hi Al, all of us like Barns. At Bar? (Bar)', values)).toBe(
    'Hi {name}, all of us like Barns. At {place}? ({place})',
  )
})

it('a template of a text, filled with the same values, is the text', () => {
  const text = fc.string({ unit: fc.constantFrom('name', 'date', 'a', 'b', ' ', '$&') })
  const names = Object.keys(placeholders) as (keyof typeof placeholders)[]
  const values = fc.record(
    Object.fromEntries(names.map((name) => [name, text])) as Record<
      (typeof names)[number],
      typeof text
    >,
  )
  fc.assert(
    fc.property(text, values, (whole, given) => {
      expect(fillTemplate(toTemplate(whole, given), given)).toBe(whole)
    }),
  )
})
