import type { Show } from '../contract/shows'
import { nightEndsAtHour } from './band-day'
import { addDays } from './calendar-day'

type Start = Pick<Show, 'date' | 'startsAt' | 'doorsAt'>

/** Whether a show starts after midnight: its doors open in the evening, and its date is that of the evening. */
export const isAfterMidnight = ({ startsAt = '', doorsAt = '' }: Omit<Start, 'date'>): boolean =>
  startsAt !== '' && Number(startsAt.slice(0, 2)) < nightEndsAtHour && doorsAt >= '17:00'

/** The calendar day on which a show starts, YYYY-MM-DD. */
export const startDayOf = (show: Start): string =>
  isAfterMidnight(show) ? addDays(show.date, 1) : show.date

/** A text by which shows are sorted: by date, then by time. A show without a time is before the others of its date, and one that
 * starts after midnight behind them. */
export const startOrderOf = (show: Start): string =>
  `${show.date} ${isAfterMidnight(show) ? '24+' : ''}${show.startsAt ?? ''}`
