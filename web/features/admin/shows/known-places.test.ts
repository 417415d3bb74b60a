import { expect, it } from 'vitest'
import { knownPlaces, rememberedAt } from './known-places'

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

const empty = { city: '', address: '', doorsAt: '', startsAt: '' }

it('a known venue fills the empty fields from its latest show', () => {
  const shows = [
    { date: '2031-01-01', venue: 'Barn', city: 'Arva', startsAt: '19:00' },
    { date: '2031-02-01', venue: 'Barn', city: 'Arva', startsAt: '20:00', address: '1 Road' },
    { date: '2031-03-01', venue: 'Hall', city: 'London' },
  ]
  expect(rememberedAt('Barn ', shows, { ...empty, city: 'Lucan' }, {})).toEqual({
    address: '1 Road',
    startsAt: '20:00',
  })
  expect(rememberedAt('Bar', shows, empty, {})).toEqual({})
})

it('values that a shorter venue name filled in are replaced; typed ones stay', () => {
  const shows = [
    { date: '2031-01-01', venue: 'Barn', city: 'Arva', startsAt: '19:00' },
    { date: '2031-02-01', venue: 'Barn Hall', city: 'London', address: '1 Road' },
  ]
  const filled = rememberedAt('Barn', shows, empty, {})
  const typed = { ...empty, ...filled }
  expect(rememberedAt('Barn H', shows, typed, filled)).toEqual({ city: '', startsAt: '' })
  expect(rememberedAt('Barn Hall', shows, typed, filled)).toEqual({
    city: 'London',
    address: '1 Road',
    startsAt: '',
  })
  expect(rememberedAt('Barn H', shows, typed, {})).toEqual({})
})
