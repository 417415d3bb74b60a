import { expect, it } from 'vitest'
import { addressOf, placeOf } from './show-place'

it.each([
  [undefined, 'London', 'London'],
  ['538 Talbot Street', 'London', '538 Talbot Street, London'],
  ['538 Talbot Street, London, ON N6A 2S6', 'London', '538 Talbot Street, London, ON N6A 2S6'],
  ['538 Talbot Street, London ON', 'London', '538 Talbot Street, London ON'],
  ['10 London Road', 'London', '10 London Road, London'],
])('the address %j in %s is %j', (address, city, text) => {
  expect(addressOf({ ...(address && { address }), city })).toBe(text)
})

it('the place of a show in one line names its city once', () => {
  const band = { region: 'Ontario', country: 'CA' }
  const show = { venue: 'Horton Hall', address: '12 Horton St, St. Thomas', city: 'St. Thomas' }
  expect(placeOf(show, band)).toBe('Horton Hall, 12 Horton St, St. Thomas, Ontario, Canada')
})
