const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** An instant (RFC 3339) on the phone's own clock: 'Nov 21, 2026, 6:40 PM'. */
export const moment = (instant: string) => format.format(new Date(instant))
