import { clockTime, stubOf } from '../../../../api/shared/show-dates'
import { deviceTime } from '../../../browser/device-time'

/** Formats an instant (RFC 3339) in the device's time zone: 'Nov 21, 2026, 6:40 p.m.'. */
export function moment(instant: string): string {
  const [date = '', time = ''] = deviceTime(new Date(instant)).split('T')
  const { month, day } = stubOf(date)
  return `${month} ${day}, ${date.slice(0, 4)}, ${clockTime(time)}`
}

const [hour, day] = [60, 24 * 60]

/** How long ago an instant (RFC 3339) was: '5 min ago', '2 h ago', '3 d ago'; after a week, the instant itself. */
export function ago(instant: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < hour) return `${minutes} min ago`
  if (minutes < day) return `${Math.floor(minutes / hour)} h ago`
  if (minutes < 7 * day) return `${Math.floor(minutes / day)} d ago`
  return moment(instant)
}
