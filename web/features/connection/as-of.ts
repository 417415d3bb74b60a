import { longDate, weekdayOf } from '../../../api/shared/show-dates'
import { deviceTime } from '../../browser/device-time'

/** Milliseconds. Up to this age, a weekday identifies a date. */
const maxWeekdayAge = 6 * 24 * 60 * 60_000

/** Formats an instant in the device's time zone: 'Friday 18:40', or with the full date if it is at least six days ago. */
export function asOf(since: Date, now: Date): string {
  const [date = '', time] = deviceTime(since).split('T')
  const isRecent = now.getTime() - since.getTime() < maxWeekdayAge
  return isRecent ? `${weekdayOf(date)} ${time}` : `${longDate(date)}, ${time}`
}
