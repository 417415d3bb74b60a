/** The columns of other programs, as GigPress names them in its exports, and Bandsintown and Songkick in their upload templates.
 * Bandsintown and Songkick document no export. `length` is not from these programs; song lists often use it. */
import { limits } from '../shared/limits'
import { type DateOrder, months, readDate, readTime, weekdays } from './dates'

/** The fields of shows and songs by the names that others give their columns, in lower case. */
export const columnNames: Readonly<Record<string, string>> = {
  day: 'date',
  when: 'date',
  'start date': 'date',
  'event date': 'date',
  'venue name': 'venue',
  place: 'venue',
  where: 'venue',
  location: 'venue',
  club: 'venue',
  bar: 'venue',
  town: 'city',
  'venue city': 'city',
  'venue address': 'address',
  'street address': 'address',
  time: 'startsAt',
  'start time': 'startsAt',
  'show time': 'startsAt',
  'set time': 'startsAt',
  start: 'startsAt',
  starts: 'startsAt',
  doors: 'doorsAt',
  'doors time': 'doorsAt',
  'ticket url': 'ticketUrl',
  'ticket link': 'ticketUrl',
  tickets: 'ticketUrl',
  price: 'ticketLabel',
  age: 'ageLimit',
  ages: 'ageLimit',
  'age limit': 'ageLimit',
  pay: 'fee',
  guarantee: 'fee',
  'deposit received': 'deposit',
  notes: 'note',
  description: 'note',
  'event description': 'note',
  song: 'title',
  name: 'title',
  length: 'duration',
}

/** The fields of lines without column names, in their order. */
export const positions = {
  shows: ['date', 'venue', 'city', 'startsAt', 'note'],
  songs: ['title', 'artist', 'key', 'tags'],
} as const

const weekday = `(?:${weekdays.join('|')})[a-z]*`
const month = `(?:${months.join('|')})[a-z]*`
/** A date at the beginning of a line, with its weekday: numbers, or the month's name before or after the day; then the year is
 * optional. */
const dates = [
  `${month}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? +\\d{4})?`,
  `\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of )?${month}(?:\\.?,? +\\d{4})?`,
  '\\d{1,4}([-./])\\d{1,2}\\1\\d{1,4}',
]
const dateOfLine = new RegExp(`^(?:${weekday}\\.?,? +)?(?:${dates.join('|')})(?=\\D|$)`, 'i')

/** A time of day at the end of a line, as in "London 8 pm", "London - 20:30" or "London at 8:30 p.m.". */
const timeOfLine =
  /[ ,–—|-]+(?:at +)?(\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m\.?|\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?)$/i

/** Characters. The expressions above need time in proportion to the square of a line's length. */
const maxTypedLine = limits.note + 500

/** The cells of a typed line about a show, in the order of `positions`: "May 1, 2031 at Aeolian Hall, London, 8 pm" or
 * "Fri May 2 Aeolian Hall - London". Undefined if the line does not begin with a date. */
export function cellsOfShow(line: string): string[] | undefined {
  if (line.length > maxTypedLine) return
  const typed = line.replace(/^[\s•*·–—-]+/u, '').trim()
  const [date] = dateOfLine.exec(typed) ?? []
  if (date === undefined) return
  const rest = typed.slice(date.length).replace(/^ *(?:at +|[@,:;|–—-] *)?/, '')
  const place = rest.replace(timeOfLine, ',$1').replace(/ *\| */g, ',')
  const hasComma = place.replace(timeOfLine, '').includes(',')
  const [venue = '', city = '', ...more] = (hasComma ? place : place.replace(/ +[-–—] +/g, ','))
    .split(',')
    .map((cell) => cell.trim())
  // A province or a state, as in "London, ON".
  const region = /^[A-Z]{2}$/.test(more[0] ?? '') ? more.shift() : undefined
  const time = more.find((cell) => /^\d\d:\d\d$/.test(readTime(cell))) ?? ''
  const note = more.filter((cell) => cell !== time && cell !== '').join(', ')
  return [date, venue, region ? `${city}, ${region}` : city, time, note]
}

const statuses: Readonly<Record<string, string>> = {
  active: 'scheduled',
  'sold out': 'soldout',
  canceled: 'cancelled',
}

/** The youngest age in what others write, such as "19+" or "All ages"; another text stays. */
function readAge(text: string): number | string {
  if (/^all\b/i.test(text.trim())) return 0
  const [, age] = /^(\d{1,2}) *\+?$/.exec(text.trim()) ?? []
  return age === undefined ? text : Number(age)
}

/** Fields with an amount of money. */
const amounts: ReadonlySet<string> = new Set(['fee', 'deposit'])

/** An amount as people write it: with a currency on either side, and with separators of thousands and decimals, as in
 * "CA$1,250.50" or "500 CAD". */
const amount =
  /^(?:\p{L}{0,3}\p{Sc}|\p{L}{3})?\s*(\d{1,3}(?:[,.’' ]\d{3})+|\d+)(?:[.,](\d{1,2}))?\s*(?:\p{Sc}|\p{L}{3})?$/u

/** The amount in a cell, in hundredths, as records store it; undefined for other fields and for a text that is no amount. Also
 * undefined for a whole number in an export of this site, which contains hundredths already. */
export function centsOfCell(field: string, cell: string, isExport: boolean): number | undefined {
  const [, whole, decimals = ''] = (amounts.has(field) && amount.exec(cell.trim())) || []
  if (whole === undefined || (isExport && /^\d+$/.test(cell.trim()))) return
  return Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
}

/** A row with the values that the site uses.
 * @param today YYYY-MM-DD */
export function withOwnValues(row: Record<string, unknown>, order: DateOrder, today: string) {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined)
  const status = text('status')?.trim().toLowerCase()
  const [date, startsAt, doorsAt] = [text('date'), text('startsAt'), text('doorsAt')]
  const ageLimit = text('ageLimit')
  return {
    ...row,
    ...(date !== undefined && { date: readDate(date, order, today) }),
    ...(startsAt !== undefined && { startsAt: readTime(startsAt) }),
    ...(doorsAt !== undefined && { doorsAt: readTime(doorsAt) }),
    ...(ageLimit !== undefined && { ageLimit: readAge(ageLimit) }),
    ...(status !== undefined && { status: statuses[status] ?? status }),
  }
}

/** Converts a song's length from m:ss or h:mm:ss to seconds. Spreadsheets turn 3:45 into 3:45:00, which counts as minutes and
 * seconds; 0:04:00 is four minutes. */
export function withSeconds(row: Record<string, unknown>) {
  const written = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(String(row['duration']).trim())
  if (!written) return row
  const [first = 0, second = 0, third = 0] = written.slice(1).map((part) => Number(part ?? 0))
  const hasHours = written[3] !== undefined && (third > 0 || first === 0)
  return { ...row, duration: hasHours ? first * 3_600 + second * 60 + third : first * 60 + second }
}
