const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time of a time zone (IANA name) at an instant, as a number for each part, such as `hour`. */
export function localTime(
  timeZone: string,
  instant: Date | number,
): (part: Intl.DateTimeFormatPartTypes) => number {
  // Cached: creating a formatter takes longer than responding to a request.
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(instant)
  return (part) => Number(parts.find(({ type }) => type === part)?.value)
}
