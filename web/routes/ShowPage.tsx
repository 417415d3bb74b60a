import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import type { Show } from '../../api/contract/shows'
import { takesPlace } from '../../api/shared/commitments'
import { showHash } from '../../api/shared/show-hash'
import { showPath } from '../../api/shared/site-map'
import { useBand } from '../band/use-band'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { useSession } from '../features/session/session.store'
import { Notify } from '../features/shows/Notify'
import { ShowFacts } from '../features/shows/ShowFacts'
import { Tickets } from '../features/shows/Ticket'
import { useToday } from '../features/shows/use-today'
import { useConnection } from '../offline/connection'
import { ButtonLink, QuietLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'
import ribbon from '../ui/Ribbon.module.css'
import OfflinePage from './document/OfflinePage'
import styles from './ShowPage.module.css'

const route = getRouteApi('/Shows/$slug')

export default function ShowPage() {
  const page = route.useLoaderData()
  const band = useBand()
  const today = useToday(band.timeZone, page.today)
  const { settings } = useRouteContext({ from: '__root__' })
  const delay = useListDelay('shows')
  const isReachable = useConnection((connection) => connection.isReachable)
  const isAdmin = useSession(({ authenticated }) => authenticated)
  const { show } = page
  if (!show && delay)
    return (
      <Page title="Come see Us!">
        <ListNotice list="shows" />
      </Page>
    )
  // A show that was added since is not in the saved list.
  if (!show) return isReachable ? <MissingShow /> : <OfflinePage />
  const others = page.others
    .filter((other: Show) => other.date >= today && takesPlace(other))
    .slice(0, 3)
  return (
    <Page>
      <ShowFacts
        show={show}
        band={band}
        url={settings.publicUrl + showPath(show.slug)}
        today={today}
      >
        {show.date >= today && (
          <Notify
            key={show._id}
            topic={show._id}
            ask="Tell me if it changes"
            stop="Stop telling me"
          />
        )}
        {isAdmin && (
          <QuietLink to="/Admin" hash={showHash(show._id)}>
            Edit
          </QuietLink>
        )}
      </ShowFacts>
      {others.length > 0 && (
        <section className={styles.others} aria-labelledby="other-shows">
          <h2 id="other-shows" className={ribbon.bend}>
            Come see Us!
          </h2>{' '}
          <Tickets shows={others} kind="others" today={today} />
        </section>
      )}
    </Page>
  )
}

/** Displayed for a show that does not exist or is not public. */
const MissingShow = () => (
  <Page title="This show is not on our list.">
    <EmptyState>
      <div className={styles.torn} aria-hidden="true">
        <span />
        <span />
      </div>
      <p>It was removed, or the address is wrong. See the other shows, or ask for a date.</p>
      <ButtonLink to="/Shows" activeOptions={{ exact: true }}>
        See the shows
      </ButtonLink>
      <QuietLink to="/BookUs">Ask for a date</QuietLink>
    </EmptyState>
  </Page>
)
