import { useHydrationEnd } from '../../hydration/HydrationEnd'
import { ButtonLink, QuietLink } from '../../ui/ButtonLink'
import { deferred } from '../../ui/deferred'
import styles from './DeadEnd.module.css'

// Few visitors see it, so it is not part of the scripts of every page.
const SnappedString = deferred(() => import('./SnappedString'))

export function NotFoundPage() {
  useHydrationEnd()
  return (
    <div className={styles.lost}>
      <div className={styles.drawing}>
        <SnappedString />
      </div>
      <h1 tabIndex={-1}>That string has snapped.</h1>
      <p>There is no page at this address. The rest of the set goes on:</p>
      <OtherPages isMain />
    </div>
  )
}

/** @param isMain whether they are the best way on from this page */
export function OtherPages({ isMain = false }) {
  const First = isMain ? ButtonLink : QuietLink
  return (
    <div className={styles.ways}>
      <First to="/">To the first page</First>
      <QuietLink to="/Shows">See the shows</QuietLink>
    </div>
  )
}
