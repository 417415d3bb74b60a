/** Cuts one show out of the calendar of all shows (iCalendar, RFC 5545), without the properties of the subscription.
 * @param id of the show, with which the UID of its event begins
 * @returns undefined if the show is not in the calendar */
export function calendarOfOne(calendar: string, id: string): string | undefined {
  const [frame = '', ...events] = calendar.split(/(?=BEGIN:VEVENT)/)
  const event = events.find((one) => one.includes(`UID:${id}@`))
  if (event === undefined) return
  const [head = ''] = frame.split(/^URL:/m)
  const end = 'END:VEVENT\r\n'
  return `${head}${event.slice(0, event.indexOf(end) + end.length)}END:VCALENDAR\r\n`
}
