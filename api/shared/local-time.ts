type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

/** The local time at an instant.
 * @param timeZone IANA name
 * @param instant a number is milliseconds since 1970 UTC
 * @returns its parts as numbers: the month is 1 to 12, the hour 0 to 23
 * @throws RangeError for an unknown time zone */
export function localTime(timeZone: string, instant: Date | number): Record<Part, number> {
  if (globalThis.Temporal)
    return Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)
  // Intl is used only without Temporal, because its first call takes a tenth of a second on a phone. Swedish texts have the
  // form 2026-11-27 18:40:00.
  const text = new Date(instant).toLocaleString('sv', { timeZone })
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text
    .split(/\D+/)
    .map(Number)
  return { year, month, day, hour, minute, second }
}
