/** The columns of other programs, as GigPress names them in its exports, and Bandsintown and Songkick in their upload templates.
 * Bandsintown and Songkick document no export. */
import { type DateOrder, readDate, readTime } from './dates'

/** The fields of shows and songs by the names that others give their columns, in lower case. */
export const columnNames: Readonly<Record<string, string>> = {
  day: 'date',
  'start date': 'date',
  'event date': 'date',
  'venue name': 'venue',
  place: 'venue',
  town: 'city',
  'venue city': 'city',
  'venue address': 'address',
  'street address': 'address',
  time: 'startsAt',
  'start time': 'startsAt',
  'show time': 'startsAt',
  doors: 'doorsAt',
  'doors time': 'doorsAt',
  'ticket url': 'ticketUrl',
  'ticket link': 'ticketUrl',
  tickets: 'ticketUrl',
  price: 'ticketLabel',
  notes: 'note',
  description: 'note',
  'event description': 'note',
  song: 'title',
  name: 'title',
}

/** The fields of lines without column names, in their order. */
export const positions = {
  shows: ['date', 'venue', 'city', 'startsAt', 'note'],
  songs: ['title', 'artist', 'key', 'tags'],
} as const

/** A date at the beginning of a line, with its weekday: numbers, or the month's name before or after the day. */
const dateOfLine =
  /^(?:\p{L}{3,9}\.?,? +)?(?:\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? +\d{4})?|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9}(?:\.?,? +\d{4})?|\d{1,4}([-./])\d{1,2}\1\d{1,4})(?=\D|$)/u

/** A time of day at the end of a line, as in "London 8 pm", "London - 20:30" or "London at 8:30 p.m.". */
const timeOfLine = /[ ,–—|-]+(?:at +)?(\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m\.?|\d{1,2}:\d{2})$/i

/** A typed line about a show with commas between its cells, as in "May 1, 2031 at Aeolian Hall, London, 8 pm" or
 * "Fri May 2 Aeolian Hall - London". */
export function cellsOfShow(line: string): string {
  const [date] = dateOfLine.exec(line) ?? []
  if (date === undefined) return line
  const rest = line.slice(date.length).replace(/^ *(?:at +|[,:–—-] *)?/, '')
  const place = rest.replace(timeOfLine, ',$1')
  const cells = place.replace(timeOfLine, '').includes(',')
    ? place
    : place.replace(/ +[-–—|] +/g, ',')
  return `${date.replaceAll(',', '')},${cells}`
}

const statuses: Readonly<Record<string, string>> = {
  active: 'scheduled',
  'sold out': 'soldout',
  canceled: 'cancelled',
}

/** A row with the values that the site uses.
 * @param today YYYY-MM-DD */
export function withOwnValues(row: Record<string, unknown>, order: DateOrder, today: string) {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined)
  const status = text('status')?.trim().toLowerCase()
  const [date, startsAt, doorsAt] = [text('date'), text('startsAt'), text('doorsAt')]
  return {
    ...row,
    ...(date !== undefined && { date: readDate(date, order, today) }),
    ...(startsAt !== undefined && { startsAt: readTime(startsAt) }),
    ...(doorsAt !== undefined && { doorsAt: readTime(doorsAt) }),
    ...(status !== undefined && { status: statuses[status] ?? status }),
  }
}
