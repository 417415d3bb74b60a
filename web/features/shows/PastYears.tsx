import { useId } from 'react'
import type { Show } from '../../../api/contract/shows'
import { type PastYear, yearOf } from './first-shows'
import styles from './PastYears.module.css'
import { Tickets } from './Ticket'

interface PastYearsProps {
  /** Latest first. */
  years: readonly PastYear[]
  /** The latest past shows, displayed until a year is chosen. */
  latest: readonly Show[]
  /** All past shows, latest first; undefined until they are loaded. */
  all: readonly Show[] | undefined
  /** YYYY; undefined for the latest past shows. */
  chosen: string | undefined
  isLoading: boolean
  /** YYYY-MM-DD. */
  today: string
  onChoose: (year: string | undefined) => void
}

/** The latest past shows, or the past shows of a chosen year. */
export function PastYears(props: PastYearsProps) {
  const { years, latest, all, chosen, isLoading, today, onChoose } = props
  const id = useId()
  if (years.length === 0) return null
  const shows = chosen ? (all ?? []).filter(({ date }) => yearOf(date) === chosen) : latest

  return (
    <>
      <fieldset className={styles.years} data-needs-scripts aria-controls={id}>
        <legend className={styles.legend}>Past shows by year</legend>
        {[{ year: undefined, count: undefined }, ...years].map(({ year, count }) => (
          <button
            key={year ?? ''}
            type="button"
            className={styles.year}
            aria-pressed={year === chosen}
            onClick={() => onChoose(year)}
          >
            {year ?? 'Latest'} <span className={styles.count}>{count}</span>
          </button>
        ))}
      </fieldset>
      <div id={id}>
        <Tickets shows={shows} kind="past" today={today} />
        {chosen && !all && isLoading && <p>Loading...</p>}
      </div>
    </>
  )
}
