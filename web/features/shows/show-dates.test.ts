import { expect, it } from 'vitest'
import { longDate, shortDate, splitByDay, todayIn } from './show-dates'

it('reads a calendar day in long US style, in every time zone', () => {
  const zone = process.env['TZ']
  for (const tz of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Toronto']) {
    process.env['TZ'] = tz
    expect(longDate('2027-07-04')).toBe('July 4, 2027')
    expect(shortDate('2027-01-01')).toBe('January 1')
  }
  process.env['TZ'] = zone
})

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
