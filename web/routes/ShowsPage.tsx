import { getRouteApi, Link, useRouteContext } from '@tanstack/react-router'
import { Subscribe } from '../features/shows/Subscribe'
import { splitByDay } from '../features/shows/show-dates'
import { Tickets } from '../features/shows/Ticket'
import { buttonClass } from '../ui/Button'
import styles from './Page.module.css'

const route = getRouteApi('/Shows')

export default function ShowsPage() {
  const { shows, today } = route.useLoaderData()
  const { publicUrl } = useRouteContext({ from: '__root__' }).settings
  const { coming, past } = splitByDay(shows, today)
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Come see Us!</h1>
      {coming.length > 0 ? <Tickets shows={coming} kind="coming" /> : <NoShows />}
      <Subscribe site={publicUrl} />
      {past.length > 0 && (
        <section className={styles.past} aria-labelledby="past-shows">
          <h2 id="past-shows">You should have been there</h2>
          <Tickets shows={past} kind="past" />
        </section>
      )}
    </div>
  )
}

const NoShows = () => (
  <div className={styles.none}>
    <p>No shows announced yet. Book us!</p>
    <Link to="/BookUs" className={buttonClass()}>
      Ask for a date
    </Link>
  </div>
)
