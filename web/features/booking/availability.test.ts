import { expect, it } from 'vitest'
import { availabilityOf, type SavedAvailability } from './availability'

const saved: SavedAvailability = {
  days: [
    { date: '2027-06-05', state: 'taken' },
    { date: '2027-06-06', state: 'asked' },
  ],
  from: '2027-06-01',
  to: '2027-06-30',
  isFresh: true,
  at: Date.parse('2027-06-01T12:00:00Z'),
}

it.each([
  ['2027-06-05', 'We’re not free that night. Ask anyway!'],
  ['2027-06-06', 'Somebody asked first. Ask anyway!'],
  ['2027-06-07', 'We’re free that night!'],
  ['', undefined],
  ['2027-07-01', undefined],
  ['2027-05-31', undefined],
])('%j: %s', (date, answer) => expect(availabilityOf(date, saved, '2027-06-01')).toBe(answer))

it('an answer of an earlier visit has its age, and days that have passed have none', () => {
  const old = { ...saved, isFresh: false }
  expect(availabilityOf('2027-06-07', old, '2027-06-03')).toBe(
    'We’re free that night! (As of June 1, 2027.)',
  )
  expect(availabilityOf('2027-06-02', old, '2027-06-03')).toBeUndefined()
})
