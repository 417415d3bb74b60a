import { afterEach, expect, it } from 'vitest'
import { longDate, shortDate, splitByDay, todayIn } from './show-dates'

const zone = process.env['TZ'] ?? ''
afterEach(() => {
  process.env['TZ'] = zone
})

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Toronto'])(
  'reads a calendar day in long US style in %s',
  (timeZone) => {
    process.env['TZ'] = timeZone
    expect(longDate('2027-07-04')).toBe('July 4, 2027')
    expect(shortDate('2027-01-01')).toBe('January 1')
  },
)

it('takes the day from the band’s wall, not from the visitor’s', () => {
  expect(todayIn('America/Toronto', new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-20')
})

it('counts tonight’s show among those to come, and the last one first among the past', () => {
  const show = (date: string) => ({ _id: date, date, venue: 'v', city: 'c' })
  const shows = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(show)
  const { coming, past } = splitByDay(shows, '2026-03-01')
  expect(coming.map(({ date }) => date)).toEqual(['2026-03-01', '2026-04-01'])
  expect(past.map(({ date }) => date)).toEqual(['2026-02-01', '2026-01-01'])
})
