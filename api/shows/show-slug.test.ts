import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freeSlug, slugOf } from './show-slug'

const show = { date: '2027-07-04', venue: 'The Wortley Taproom', city: 'London' }

it.each([
  [show, '2027-07-04-the-wortley-taproom-london'],
  [{ ...show, venue: 'Café L’Étage', city: 'Montréal' }, '2027-07-04-cafe-letage-montreal'],
  [{ ...show, venue: '居酒屋', city: '東京' }, '2027-07-04'],
  [{ ...show, venue: 'x'.repeat(200) }, '2027-07-04-london'],
])('the slug of %j is %s', (named, slug) => {
  expect(slugOf(named)).toBe(slug)
})

it('needs no escaping in an address, whatever the names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (venue, city) => {
      const slug = slugOf({ ...show, venue, city })
      expect(slug).toMatch(/^2027-07-04(-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(80)
    }),
  )
})

it('is never one that is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'a-2', 'a-3', 'b')), (slugs) => {
      const taken = new Set<string>(slugs)
      expect(taken.has(freeSlug('a', taken))).toBe(false)
      expect(freeSlug('a', new Set([...taken].filter((slug) => slug !== 'a')))).toBe('a')
    }),
  )
})
