import ICAL from 'ical.js'
import { Problem } from '../http/problem'

/** A show as a calendar has it. */
interface CalendarShow {
  date: string
  venue?: string
  city?: string
  startsAt?: string
  note?: string
  address?: string
}

/** Reads the events of an iCalendar file (RFC 5545) as shows. The place is the first part of the location, the city its
 * second one; without a location, the place is the summary.
 * @param localTime the day and the time of day of an instant in the band's time zone
 * @throws Problem 422 if it is no calendar */
export function readCalendar(
  text: string,
  localTime: (instant: Date) => { date: string; time: string },
): { line: number; record: CalendarShow }[] {
  const lines = text.split(/\r?\n/)
  const starts = lines.flatMap((line, index) =>
    line.trim().toUpperCase() === 'BEGIN:VEVENT' ? [index + 1] : [],
  )
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    return calendar.getAllSubcomponents('vevent').map((component, index) => ({
      line: starts[index] ?? 1,
      record: showOf(new ICAL.Event(component), localTime),
    }))
  } catch (error) {
    throw new Problem(422, `This is not a calendar: ${(error as Error).message}`)
  }
}

function showOf(
  { startDate, summary, location, description }: ICAL.Event,
  localTime: Parameters<typeof readCalendar>[1],
): CalendarShow {
  const [place = '', ...rest] = (location ?? '').split(',').map((part) => part.trim())
  const [city, ...more] = rest.filter(Boolean)
  const venue = place || summary
  const isFloating = startDate.isDate || startDate.zone === ICAL.Timezone.localTimezone
  const { date, time } = isFloating
    ? { date: startDate.toString().slice(0, 10), time: startDate.toString().slice(11, 16) }
    : localTime(startDate.toJSDate())
  return {
    date,
    ...(venue && { venue }),
    ...(city && { city }),
    ...(more.length > 0 && { address: [place, city, ...more].join(', ') }),
    ...(!startDate.isDate && { startsAt: time }),
    ...(description && { note: description }),
  }
}
