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

const statuses: Readonly<Record<string, string>> = {
  active: 'scheduled',
  'sold out': 'soldout',
  canceled: 'cancelled',
}

/** A row with the values that the site uses. */
export function withOwnValues(row: Record<string, unknown>, order: DateOrder) {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined)
  const status = text('status')?.trim().toLowerCase()
  const [date, startsAt, doorsAt] = [text('date'), text('startsAt'), text('doorsAt')]
  return {
    ...row,
    ...(date !== undefined && { date: readDate(date, order) }),
    ...(startsAt !== undefined && { startsAt: readTime(startsAt) }),
    ...(doorsAt !== undefined && { doorsAt: readTime(doorsAt) }),
    ...(status !== undefined && { status: statuses[status] ?? status }),
  }
}
