import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAmbiguous, orderOf, readDate, readTime } from './dates'

it.each([
  ['2031-07-04', '2031-07-04'],
  ['July 4, 2031', '2031-07-04'],
  ['Fri, Jul 4th 2031', '2031-07-04'],
  ['4 July 2031', '2031-07-04'],
  ['Friday 4. July, 2031', '2031-07-04'],
  ['2031/7/4', '2031-07-04'],
  ['4.7.31', '2031-07-04'],
  ['7/31/2031', '2031-07-31'],
  ['Jul 4', '2031-07-04'],
  ['June 1', '2031-06-01'],
  ['4th of July', '2031-07-04'],
  ['Sat. Sep. 11th, 2027', '2027-09-11'],
  ['1 May', '2032-05-01'],
  ['Sat May 1', '2032-05-01'],
  ['Fri Jul 4', '2031-07-04'],
  ['Thu May 1', '2031-05-01'],
  ['Thu, July 5', 'Thu, July 5'],
  ['Feb 29', '2032-02-29'],
  ['Mon Feb 30', 'Mon Feb 30'],
  ['soon', 'soon'],
  ['Mayday 4, 31', 'Mayday 4, 31'],
])('%s is %s', (text, date) => expect(readDate(text, 'day first', '2031-06-01')).toBe(date))

it.each([
  ['20:30', '20:30'],
  ['8:30 PM', '20:30'],
  ['8pm', '20:00'],
  ['12 a.m.', '00:00'],
  ['12:15 pm', '12:15'],
  ['20:30:00', '20:30'],
  ['20h30', '20:30'],
  ['8', '8'],
  ['late', 'late'],
])('%s is %s o’clock', (text, time) => expect(readTime(text)).toBe(time))

it('the order of dates is found if one of them allows only one', () => {
  expect(orderOf(['4/7/2031', '31/7/2031'])).toBe('day first')
  expect(orderOf(['4/7/2031', '7/31/2031'])).toBe('month first')
  expect(orderOf(['4/7/2031', '2031-07-31'])).toBeUndefined()
  // They contradict each other, so a person has to say how 4/7 is meant.
  expect(orderOf(['4/7/2031', '31.7.2031', '7/31/2031'])).toBeUndefined()
  expect(['4/7/2031', '4/4/2031', '4/31/2031', '2031-07-04'].map(isAmbiguous)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('a day written in either order is read again', () => {
  const day = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(day, (date) => {
      const text = date.toISOString().slice(0, 10)
      const [year, month, number] = text.split('-')
      expect(readDate(`${Number(number)}/${Number(month)}/${year}`, 'day first', text)).toBe(text)
      expect(readDate(`${Number(month)}/${Number(number)}/${year}`, 'month first', text)).toBe(text)
    }),
  )
})
