import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { daysInBoth } from '../../../../api/shared/calendar-day'
import { takesPlace } from '../../../../api/shared/commitments'
import { counted } from '../../../../api/shared/counted'
import { longDate, monthOf, weekdayOf } from '../../../../api/shared/show-dates'
import { roundClass } from '../../../ui/round-button'
import { type Commitments, daysOf, monthAfter, type Night } from '../records/nights'
import styles from './NightsPanel.module.css'

interface MonthChoiceProps extends Pick<Commitments, 'shows'> {
  /** YYYY-MM-DD. */
  today: string
  month: string
  /** @param month YYYY-MM */
  onChoose: (month: string) => void
}

/** How many months before and after the current one can be chosen from the list; the buttons go further. */
const monthsBefore = 12
const monthsAfter = 24

/** The heading of a month: a list of months with the number of their shows, between two buttons. */
export function MonthChoice({ month, today, shows, onChoose }: MonthChoiceProps) {
  const listed = Array.from({ length: monthsBefore + 1 + monthsAfter }, (_, index) =>
    monthAfter(today.slice(0, 7), index - monthsBefore),
  )
  const describe = (one: string) => {
    const count = shows.filter((show) => show.date.startsWith(one) && takesPlace(show)).length
    return `${monthOf(one).slice(0, 3)} ${one.slice(0, 4)}${count > 0 ? ` · ${counted(count, 'show')}` : ''}`
  }
  const go = (step: number) => onChoose(monthAfter(month, step))
  return (
    <h2 className={styles.choice}>
      <button
        type="button"
        className={roundClass}
        aria-label="Previous month"
        onClick={() => go(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <select
        aria-label="Month"
        value={month}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {[...new Set([...listed, month])].sort().map((one) => (
          <option key={one} value={one}>
            {describe(one)}
          </option>
        ))}
      </select>
      <button type="button" className={roundClass} aria-label="Next month" onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </button>
    </h2>
  )
}

interface MonthProps {
  /** YYYY-MM. */
  month: string
  nights: readonly Night[]
  /** The days on which entries clash. */
  clashes: ReadonlySet<string>
  today: string
  /** @param day YYYY-MM-DD */
  onChoose: (day: string) => void
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The days of a month, each a button. */
export function Month({ month, nights, clashes, today, onChoose }: MonthProps) {
  const days = daysOf(month)
  const byDay = Map.groupBy(nights, ({ date }) => date)
  return (
    <section className={styles.month} aria-label={monthOf(month)}>
      {weekdays.map((weekday) => (
        <span key={weekday} className={styles.weekday} aria-hidden="true">
          {weekday}
        </span>
      ))}
      {[...daysInBoth(days, days)].map((day) => (
        <button
          type="button"
          key={day}
          className={styles.day}
          data-print
          aria-label={[
            `${weekdayOf(day)}, ${longDate(day)}`,
            ...(byDay.get(day) ?? []).map(({ text }) => text),
            ...(clashes.has(day) ? ['clash'] : []),
          ].join(', ')}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => onChoose(day)}
          data-kind={byDay.get(day)?.[0]?.kind}
          data-clash={clashes.has(day) || undefined}
          style={{ gridColumnStart: new Date(`${day}T00:00:00Z`).getUTCDay() + 1 }}
        >
          {Number(day.slice(8))}
        </button>
      ))}
    </section>
  )
}
