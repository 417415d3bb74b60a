import { localTime } from './local-time'

const minuteInMs = 60_000

/** The difference between the local time of a time zone (IANA name) and UTC at an instant, in minutes. */
function offsetAt(timeZone: string, instant: number): number {
  const { year, month, day, hour, minute, second } = localTime(timeZone, instant)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((local - instant) / minuteInMs)
}

/** The instant of a local time. A time that a change to daylight saving time skips is moved by the skipped interval; of
 * a time that occurs twice, the first one is used.
 * @param timeZone IANA name
 * @param date YYYY-MM-DD
 * @param time HH:MM */
export function instantOf(timeZone: string, date: string, time: string): Date {
  const local = Date.parse(`${date}T${time}:00Z`)
  const day = 24 * 60 * minuteInMs
  const candidates = [offsetAt(timeZone, local - day), offsetAt(timeZone, local + day)]
    .map((offset) => local - offset * minuteInMs)
    .sort((one, other) => one - other)
  const exact = candidates.find(
    (instant) => instant + offsetAt(timeZone, instant) * minuteInMs === local,
  )
  return new Date(exact ?? local - offsetAt(timeZone, local - day) * minuteInMs)
}

/** A local time with its offset from UTC (RFC 3339), such as `2027-07-04T20:00:00-04:00`. A skipped time is moved as by
 * `instantOf`.
 * @param timeZone IANA name
 * @param date YYYY-MM-DD
 * @param time HH:MM */
export function zonedTime(timeZone: string, date: string, time: string): string {
  const instant = instantOf(timeZone, date, time)
  const local = localTimeOf(timeZone, instant)
  const offset = offsetAt(timeZone, instant.getTime())
  const digits = (amount: number) => String(amount).padStart(2, '0')
  const size = Math.abs(offset)
  const sign = offset < 0 ? '-' : '+'
  return `${local.date}T${local.time}:00${sign}${digits(Math.floor(size / 60))}:${digits(size % 60)}`
}

/** The day (YYYY-MM-DD) and the time of day (HH:MM) of an instant.
 * @param timeZone IANA name */
export function localTimeOf(timeZone: string, instant: Date): { date: string; time: string } {
  const { year, month, day, hour, minute } = localTime(timeZone, instant)
  const digits = (amount: number) => String(amount).padStart(2, '0')
  return {
    date: [year, digits(month), digits(day)].join('-'),
    time: `${digits(hour)}:${digits(minute)}`,
  }
}
