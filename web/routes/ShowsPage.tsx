import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Show } from '../../api/contract/shows'
import { useBand } from '../band/use-band'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { comingAtFirst, onLaterDay, yearOf } from '../features/shows/first-shows'
import { PastYears } from '../features/shows/PastYears'
import { Subscribe } from '../features/shows/Subscribe'
import { splitByDay } from '../features/shows/show-dates'
import { Tickets } from '../features/shows/Ticket'
import { useToday } from '../features/shows/use-today'
import { QuietButton } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'
import ribbon from '../ui/Ribbon.module.css'
import { useWholeList } from '../ui/use-whole-list'
import styles from './ShowsPage.module.css'

const route = getRouteApi('/Shows')

export default function ShowsPage() {
  const first = route.useLoaderData()
  const today = useToday(useBand().timeZone, first.today)
  const { coming, comingInAll, past, pastYears } = onLaterDay(first, today)
  const { data, settings } = useRouteContext({ from: '__root__' })
  const whole = useWholeList(first, data.shows)
  const delay = useListDelay('shows')
  const [maxShown, setMaxShown] = useState(comingAtFirst)
  const [year, setYear] = useState<string>()
  const [targetId, setTargetId] = useState<string>()
  /** The place of the show that gets the focus when it is shown. */
  const [nextPlace, setNextPlace] = useState(Infinity)
  const all = whole.items && splitByDay(whole.items, today)
  const shown = all ? all.coming.slice(0, maxShown) : coming
  const left = (all?.coming.length ?? comingInAll) - shown.length

  function choose(chosen: string | undefined) {
    setYear(chosen)
    if (chosen && !all) void whole.fetchAll()
  }

  // Calendars and feeds of earlier versions link to /Shows#id; that show may not be on the page yet.
  const showTarget = useEffectEvent((shows: readonly Show[] | undefined) => {
    const id = location.hash.slice(1)
    if (!id || document.getElementById(id)) return
    if (!shows) return void whole.fetchAll()
    const found = splitByDay(shows, today)
    const place = found.coming.findIndex(({ _id }) => _id === id)
    const past = found.past.find(({ _id }) => _id === id)
    if (place >= 0) setMaxShown(place + 1)
    else if (past) setYear(yearOf(past.date))
    setTargetId(id)
  })
  useEffect(() => showTarget(whole.items), [whole.items])
  useEffect(() => {
    if (targetId) document.getElementById(targetId)?.scrollIntoView()
  }, [targetId])

  // The button disappears with the last shows, and would take the focus with it.
  const next = shown[nextPlace]?._id
  useEffect(() => {
    if (!next) return
    document.getElementById(next)?.querySelector('a')?.focus()
    setNextPlace(Infinity)
  }, [next])

  function showMore() {
    if (whole.isLoading) return
    setNextPlace(shown.length)
    if (!whole.hasFailed) setMaxShown(maxShown + 2 * comingAtFirst)
    if (!all) void whole.fetchAll()
  }

  return (
    <Page title="Come see Us!">
      {comingInAll > 0 && <Tickets shows={shown} kind="coming" today={today} />}
      {comingInAll === 0 && !delay && <NoShows />}
      {/* The message about the rest of the shows says the same. */}
      {!whole.hasFailed && <ListNotice list="shows" />}
      {left > 0 && (
        <p className={styles.rest} data-needs-scripts>
          <QuietButton onClick={showMore} aria-disabled={whole.isLoading}>
            {whole.isLoading ? 'Loading...' : left === 1 ? '1 more show' : `${left} more shows`}
          </QuietButton>
        </p>
      )}
      {whole.hasFailed && <NotLoaded />}
      <Subscribe site={settings.publicUrl} />
      {past.length > 0 && (
        <section className={styles.past} aria-labelledby="past-shows">
          <h2 id="past-shows" className={ribbon.bend}>
            You should have been there
          </h2>{' '}
          {pastYears.length === 0 && <Tickets shows={past} kind="past" today={today} />}
          <PastYears
            years={pastYears}
            latest={past}
            all={all?.past}
            chosen={year}
            isLoading={whole.isLoading}
            today={today}
            onChoose={choose}
          />
        </section>
      )}
    </Page>
  )
}

const NotLoaded = () => (
  <p role="alert" className={styles.rest}>
    The other shows could not be loaded. Please try again.
  </p>
)

const NoShows = () => (
  <EmptyState>
    <p>No shows announced yet. Book us!</p>
    <ButtonLink to="/BookUs">Ask for a date</ButtonLink>
  </EmptyState>
)
