type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time at an instant.
 * @param timeZone IANA name
 * @param instant a number is milliseconds since 1970 UTC
 * @returns a function that gives a part of the time as a number: the year, the month (1 to 12), the day, the hour (0 to
 * 23), the minute or the second
 * @throws RangeError for an unknown time zone */
export function localTime(timeZone: string, instant: Date | number): (part: Part) => number {
  // A phone takes a tenth of a second to create the first formatter, so it is used only where Temporal is missing.
  if (globalThis.Temporal) {
    const time = Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)
    return (part) => time[part]
  }
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(instant)
  return (part) => Number(parts.find(({ type }) => type === part)?.value)
}
