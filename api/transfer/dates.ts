/** Dates and times of day as people and other programs write them. */
import { isCalendarDay } from '../shared/calendar-day'
import { weekdayOf } from '../shared/show-dates'

/** Whether the day or the month comes first in dates such as 4/7/2031. */
export type DateOrder = 'day first' | 'month first'

/** The first three letters of each, in lower case. */
export const weekdays = 'mon tue wed thu fri sat sun'.split(' ')
export const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const withWeekday = new RegExp(`^(${weekdays.join('|')})[a-z]*\\.?,?\\s+`, 'i')

/** Day and month in either order, and the year, in numbers. */
const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/

const iso = (year: string, month: number, day: number) => {
  const digits = (number: number) => String(number).padStart(2, '0')
  return `${year.length === 2 ? `20${year}` : year}-${digits(month)}-${digits(day)}`
}

/** The order that the dates of a file have; undefined if they fit both orders, or contradict each other. */
export function orderOf(dates: readonly string[]): DateOrder | undefined {
  const parts = dates.flatMap((date) => {
    const [, one, other] = numeric.exec(date.trim()) ?? []
    return one && other ? [[Number(one), Number(other)] as const] : []
  })
  const isDayFirst = parts.some(([one]) => one > 12)
  if (isDayFirst === parts.some(([, other]) => other > 12)) return undefined
  return isDayFirst ? 'day first' : 'month first'
}

/** Whether a date can be read in two ways. */
export function isAmbiguous(date: string): boolean {
  const [, one, other] = numeric.exec(date.trim()) ?? []
  return one !== undefined && one !== other && Number(one) <= 12 && Number(other) <= 12
}

/** A date as YYYY-MM-DD; a text that is no date stays as it is, and the validation refuses it. A date without a year is the
 * next one from today on; with a weekday, the one on it within a year.
 * @param today YYYY-MM-DD */
export function readDate(text: string, order: DateOrder, today: string): string {
  const [, weekday = ''] = withWeekday.exec(text.trim()) ?? []
  const date = text.trim().replace(withWeekday, '')
  const [, one, other, year] = numeric.exec(date) ?? []
  if (one && other && year) return dateOf(Number(one), Number(other), year, order)
  const [, slashed, month, day] = /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/.exec(date) ?? []
  if (slashed) return iso(slashed, Number(month), Number(day))
  const words = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?$/i.exec(date)
  const turned = /^(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?([a-z]+)(?:\.?,?\s+(\d{4}))?\.?$/i.exec(
    date,
  )
  const [name = '', number = '', ofYear] = words
    ? words.slice(1)
    : turned
      ? [turned[2], turned[1], turned[3]]
      : []
  const place = months.indexOf(name.slice(0, 3).toLowerCase())
  if (place < 0) return text
  const inYear = (ofYear: string) => iso(ofYear, place + 1, Number(number))
  return ofYear ? inYear(ofYear) : (nextOf(inYear, weekday, today) ?? text)
}

/** A numeric date as YYYY-MM-DD. `order` decides only where both numbers can be the month. */
function dateOf(one: number, other: number, year: string, order: DateOrder): string {
  const isDayFirst = one > 12 || (order === 'day first' && other <= 12)
  return isDayFirst ? iso(year, other, one) : iso(year, one, other)
}

/** The next day from `today` on with this month and day. With a weekday, the day on it within a year from today, or else within
 * a year before; undefined if there is none. */
function nextOf(inYear: (year: string) => string, weekday: string, today: string) {
  const year = Number(today.slice(0, 4))
  const near = [0, 1, -1].map((years) => inYear(String(year + years)))
  // 29 February may be seven years away.
  const later = [2, 3, 4, 5, 6, 7, 8].map((years) => inYear(String(year + years)))
  const coming = [...near, ...(weekday ? [] : later)].filter((day) => day >= today)
  const past = weekday ? near.filter((day) => day < today) : []
  return [...coming, ...past].find(
    (day) => isCalendarDay(day) && weekdayOf(day).toLowerCase().startsWith(weekday.toLowerCase()),
  )
}

/** A time of day as HH:MM; a text that is none stays as it is. */
export function readTime(text: string): string {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? []
  if (!hour || (half === undefined && !/[:.h]/i.test(text))) return text
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
