import { expect, it } from 'vitest'
import { knownPlaces } from './known-places'

it('each place is suggested once, in alphabetical order', () => {
  const shows = [
    { venue: 'Hall', city: 'London', address: '1 Old Street' },
    { venue: 'Barn', city: 'Stratford' },
    { venue: 'Hall', city: 'London', address: '2 New Street' },
  ]
  expect(knownPlaces(shows)).toEqual({
    venue: ['Barn', 'Hall'],
    city: ['London', 'Stratford'],
    address: ['1 Old Street', '2 New Street'],
  })
})
