/** Cuts one show out of the calendar of all shows (iCalendar, RFC 5545), without the properties of the subscription.
 * @param id of the show, with which the UID of its event begins
 * @returns undefined if the show is not in the calendar */
export function cutShowCalendar(calendar: string, id: string): string | undefined {
  const end = 'END:VCALENDAR\r\n'
  const [frame = '', ...events] = calendar.replace(end, '').split(/(?=BEGIN:VEVENT)/)
  const event = events.find((one) => one.includes(`UID:${id}@`))
  // The properties from URL on are those of the subscription.
  return event && frame.split(/^URL:/m)[0] + event + end
}
