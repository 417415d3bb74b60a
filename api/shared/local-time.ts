const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** The local time at an instant.
 * @param timeZone IANA name
 * @param instant a number is milliseconds since 1970 UTC
 * @returns a function that gives a part of the time as a number: the year, the month (1 to 12), the day, the hour (0 to
 * 23), the minute or the second
 * @throws RangeError for an unknown time zone */
export function localTime(
  timeZone: string,
  instant: Date | number,
): (part: (typeof parts)[number]) => number {
  if (globalThis.Temporal) {
    const time = Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)
    return (part) => time[part]
  }
  // Intl is used only without Temporal, because its first call takes a tenth of a second on a phone. Swedish texts have the
  // form 2026-11-27 18:40:00.
  const numbers = new Date(instant).toLocaleString('sv', { timeZone }).split(/\D+/).map(Number)
  return (part) => numbers[parts.indexOf(part)] as number
}
