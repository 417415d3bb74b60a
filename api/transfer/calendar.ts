import ICAL from 'ical.js'
import { invalidFile } from '../http/problem'
import { addDays, isCalendarDay } from '../shared/calendar-day'
import { limits } from '../shared/limits'

/** A show as a calendar has it. */
interface CalendarShow {
  /** Absent if the event has no beginning. */
  date?: string
  venue?: string
  city?: string
  startsAt?: string
  status?: 'cancelled'
  note?: string
  address?: string
}

/** The day and the time of day of an instant in the band's time zone. */
type LocalTime = (instant: Date) => { date: string; time: string }

const maxEvents = 1_000
/** At most so many occurrences of a recurring event are read, and for so many days. */
const [maxOccurrences, maxSpanDays] = [100, 400]
/** The number of candidate times that are checked for all rules of a file, and the greatest INTERVAL of a rule; the library
 * adds an interval day by day. */
const [maxChecks, maxInterval] = [100_000, 1_000]
/** A property that takes seconds to read: with a list of some 10,000 dates, or with thousands of parameters. */
const costly = /^(?:(?:RDATE|EXDATE|RRULE)\b.{50000}|[^:\n]{10000})/im
/** The greatest number of rules in the time zones of a file. The library expands each up to the year of an event. */
const maxZoneRules = 200

/** Reads the events of an iCalendar file (RFC 5545) as shows, one for each occurrence of a recurring event. The place is the
 * first part of the location, the city the next one without a number; without a location, the place is the summary. An event
 * that can't be read becomes a show without fields.
 * @throws Problem 422 if it is no calendar, has too many events or an event with too many dates, or has time zones that can't be read */
export function readCalendar(text: string, localTime: LocalTime) {
  const lines = text.split(/\r?\n/)
  const starts = lines.flatMap((line, index) =>
    line.trim().toUpperCase() === 'BEGIN:VEVENT' ? [index + 1] : [],
  )
  if (costly.test(text.replace(/\r?\n[ \t]/g, '')))
    throw invalidFile(
      'An event of this calendar has too many dates. Remove it from the calendar, and export it again.',
    )
  const components = componentsOf(text)
  if (components.length > maxEvents)
    throw invalidFile(`A calendar may have at most ${maxEvents} events.`)
  let checks = 0
  function countCheck() {
    checks += 1
    if (checks > maxChecks) throw new Error('The occurrences can not be found.')
  }
  /** The events that replace single occurrences of a recurring event (RFC 5545, 3.8.4.4). */
  const replaced = Map.groupBy(
    components
      .filter((component) => component.hasProperty('recurrence-id'))
      .map((component) => new ICAL.Event(component)),
    ({ uid }) => uid,
  )
  return components.flatMap((component, index) =>
    showsOf(component, replaced, localTime, countCheck).map((record) => ({
      line: starts[index] ?? 1,
      record,
    })),
  )
}

function showsOf(
  component: ICAL.Component,
  replaced: ReadonlyMap<string, readonly ICAL.Event[]>,
  localTime: LocalTime,
  countCheck: () => void,
): CalendarShow[] {
  try {
    const event = new ICAL.Event(component)
    // Its values are the same in any letter case (RFC 5545, 2).
    const status = String(component.getFirstPropertyValue('status')).toUpperCase()
    const ofEvent = replaced.get(event.uid) ?? []
    const times = timesOf(event, ofEvent, localTime, countCheck)
    const hasExclusions = ofEvent.length > 0 || component.hasProperty('exdate')
    if (times.length === 0 && !hasExclusions) throw new Error('The event has no occurrence.')
    return times.map((time) => ({
      ...time,
      ...placeOf(event),
      ...(status === 'CANCELLED' && { status: 'cancelled' as const }),
      // The validation refuses a longer note, so the rest is not copied for each occurrence.
      ...(event.description && { note: event.description.slice(0, limits.note + 1) }),
    }))
  } catch {
    return [{}]
  }
}

const rulesOf = (component: ICAL.Component) =>
  component.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)

function componentsOf(text: string): ICAL.Component[] {
  const calendars = calendarsOf(text)
  if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar'))
    throw invalidFile('This is not a calendar: it must begin with BEGIN:VCALENDAR.')
  const rules = calendars
    .flatMap((calendar) => calendar.getAllSubcomponents('vtimezone'))
    .flatMap((zone) => zone.getAllSubcomponents())
    .flatMap(rulesOf)
  // The clocks of a zone change once or twice a year. The library would expand a more frequent rule without end.
  if (rules.length > maxZoneRules || rules.some(({ freq }) => freq !== 'YEARLY'))
    throw invalidFile(
      'The time zones of this calendar can’t be read. Export it from another program, or import the shows as CSV.',
    )
  return calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
}

/** The components of a file at the top: calendars, of which a file may have several (RFC 5545, 3.4). */
function calendarsOf(text: string): ICAL.Component[] {
  try {
    const parsed: (string | object)[] = ICAL.parse(text) ?? []
    const roots = typeof parsed[0] === 'string' ? [parsed] : parsed
    return roots.map((root) => new ICAL.Component(root as never))
  } catch {
    throw invalidFile(
      'This calendar can’t be read. Is it complete, from BEGIN:VCALENDAR to END:VCALENDAR? Please export it again.',
    )
  }
}

function placeOf({ summary, location }: ICAL.Event) {
  const parts = (location ?? '').split(',').map((part) => part.trim())
  const [place = '', ...rest] = parts.filter(Boolean)
  const city = rest.find((part) => !/\d/.test(part))
  const venue = place || summary
  return {
    ...(venue && { venue }),
    ...(city && { city }),
    ...(rest.length > 1 && { address: [place, ...rest].join(', ') }),
  }
}

/** The days and times of the occurrences of an event; one without a date if it has no DTSTART.
 * @param replaced the events that take the place of single occurrences */
function timesOf(
  event: ICAL.Event,
  replaced: readonly ICAL.Event[],
  localTime: LocalTime,
  countCheck: () => void,
): Pick<CalendarShow, 'date' | 'startsAt'>[] {
  // The library's types do not say that an event may lack a beginning.
  if (!(event.startDate as ICAL.Time | null)) return [{}]
  // The library would turn the 30th of February into the 2nd of March.
  const [day = '', time = '00:00'] = writtenStart(event).split('T')
  if (!isCalendarDay(day) || !/^([01]\d|2[0-3]):[0-5]\d/.test(time)) return [{ date: day }]
  if (!event.isRecurring()) return [timeOf(event.startDate, localTime)]
  for (const rule of rulesOf(event.component)) limitRule(rule, countCheck)
  const moved = new Set(replaced.map(({ recurrenceId }) => recurrenceId.toUnixTime()))
  const times: ReturnType<typeof timeOf>[] = []
  const days = event.iterator()
  for (let next = days.next(); next && times.length < maxOccurrences; next = days.next()) {
    if (moved.has(next.toUnixTime()) || !matchesRules(next, event)) {
      countCheck()
      continue
    }
    const time = timeOf(next, localTime)
    if (time.date > addDays(times[0]?.date ?? time.date, maxSpanDays)) break
    times.push(time)
  }
  return times
}

/** Whether an occurrence is in a month and on a day of the month that one of its rules names. The library turns 30 February into
 * 2 March, but it is to be ignored (RFC 5545, 3.3.10). The beginning and further dates (RDATE) need not match a rule. */
function matchesRules(time: ICAL.Time, { component, startDate }: ICAL.Event): boolean {
  if (component.hasProperty('rdate') || time.compare(startDate) === 0) return true
  const fromEnd = time.day - ICAL.Time.daysInMonth(time.month, time.year) - 1
  return rulesOf(component).some(({ parts: { BYMONTH, BYMONTHDAY } }) => {
    const days = BYMONTHDAY as number[] | undefined
    const isOfMonth = !BYMONTH || (BYMONTH as number[]).includes(time.month)
    return isOfMonth && (!days || days.includes(time.day) || days.includes(fromEnd))
  })
}

/** The beginning of an event as the file has it, as jCal writes it: 2031-06-01 or 2031-06-01T20:00:00 (RFC 7265, 3.6). */
const writtenStart = ({ component }: ICAL.Event) =>
  String(component.getFirstProperty('dtstart')?.toJSON()[3] ?? '')

/** Makes a rule throw an error if its occurrences can't be found soon: one without any, such as the 30th of February, one
 * that the library can't expand, such as the last day of each June with FREQ=DAILY, or one with a very long interval.
 * ical.js would search for ever (kewisch/ical.js #1038), and the whole site would stand still.
 * @param countCheck throws when a file has had too many checks */
function limitRule(rule: ICAL.Recur, countCheck: () => void) {
  if (rule.interval > maxInterval) throw new Error('The interval is too long.')
  const iteratorOf = rule.iterator.bind(rule)
  rule.iterator = (start) => {
    const iterator = iteratorOf(start)
    const check = iterator.check_contracting_rules.bind(iterator)
    iterator.check_contracting_rules = () => {
      countCheck()
      return check()
    }
    return iterator
  }
}

function timeOf(start: ICAL.Time, localTime: LocalTime): { date: string; startsAt?: string } {
  const isFloating = start.isDate || start.zone === ICAL.Timezone.localTimezone
  const { date, time } = isFloating
    ? { date: start.toString().slice(0, 10), time: start.toString().slice(11, 16) }
    : localTime(start.toJSDate())
  return { date, ...(!start.isDate && { startsAt: time }) }
}
