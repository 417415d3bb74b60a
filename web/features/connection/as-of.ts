const weekdayAndTime = {
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const dayAndTime = {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** Milliseconds. Up to this age, a weekday identifies a date. */
const maxWeekdayAge = 6 * 24 * 60 * 60_000

/** Formats an instant: 'Friday 18:40', or with the full date if it is at least six days ago.
 * @param timeZone IANA name; the device's time zone by default */
export function asOf(since: Date, now: Date, timeZone?: string): string {
  const isRecent = now.getTime() - since.getTime() < maxWeekdayAge
  const format = new Intl.DateTimeFormat('en-US', {
    ...(isRecent ? weekdayAndTime : dayAndTime),
    timeZone,
  })
  const part = Object.fromEntries(
    format.formatToParts(since).map(({ type, value }) => [type, value]),
  ) as Record<'weekday' | 'month' | 'day' | 'year' | 'hour' | 'minute', string>
  const time = `${part.hour}:${part.minute}`
  return isRecent ? `${part.weekday} ${time}` : `${part.month} ${part.day}, ${part.year}, ${time}`
}
