/** The hour at which the band's day begins, so that a show past midnight belongs to the day before. */
const nightEndsAtHour = 4

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  // Cached: creating a formatter takes longer than responding to a request.
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', hourCycle: 'h23' },
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Returns the band's day (YYYY-MM-DD) at an instant: the calendar day in a time zone (IANA name), or before 4 a.m. the
 * previous day. */
export function bandDay(timeZone: string, instant: Date): string {
  const parts = formatOf(timeZone).formatToParts(instant)
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const isStillNight = number('hour') < nightEndsAtHour
  const day = Date.UTC(number('year'), number('month') - 1, number('day') - Number(isStillNight))
  return new Date(day).toISOString().slice(0, 10)
}
