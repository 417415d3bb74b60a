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

const unmistakable = 6 * 24 * 60 * 60_000

/** An instant as people say it: 'Friday 18:40', and with its date when that Friday may be another one.
 * @param timeZone IANA name; without it the phone's own */
export function asOf(since: Date, now: Date, timeZone?: string): string {
  const isRecent = now.getTime() - since.getTime() < unmistakable
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
