import { useId, useState } from 'react'
import type { Show } from '../../../api/contract/shows'
import { type PastYear, yearOf } from './first-shows'
import styles from './PastYears.module.css'
import { Tickets } from './Ticket'

interface PastYearsProps {
  /** Latest first. */
  years: readonly PastYear[]
  /** The latest of them all, which stand there until a year is chosen. */
  latest: readonly Show[]
  /** All past shows, latest first, once they are here. */
  all: readonly Show[] | undefined
  /** Asks for all past shows. */
  onWanted: () => Promise<void>
}

/** Past shows by year, each year's on demand. */
export function PastYears({ years, latest, all, onWanted }: PastYearsProps) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  if (years.length === 0) return null
  const shows = chosen && all ? all.filter(({ date }) => yearOf(date) === chosen) : latest

  function choose(year: string) {
    setChosen(year === chosen ? undefined : year)
    if (!all) void onWanted()
  }

  return (
    <>
      <fieldset className={styles.years} aria-controls={id}>
        <legend className={styles.legend}>Past shows by year</legend>
        {years.map(({ year, count }) => (
          <button
            key={year}
            type="button"
            className={styles.year}
            aria-pressed={year === chosen}
            onClick={() => choose(year)}
          >
            {year} <span className={styles.count}>{count}</span>
          </button>
        ))}
      </fieldset>
      <div id={id}>
        <Tickets shows={shows} kind="past" />
      </div>
    </>
  )
}
