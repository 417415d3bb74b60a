const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Formats an instant (RFC 3339) in the device's time zone: 'Nov 21, 2026, 6:40 PM'. */
export const moment = (instant: string) => format.format(new Date(instant))
