import { type ComponentType, useEffect, useState } from 'react'
import { useHydrationEnd } from '../../hydration/HydrationEnd'
import { ButtonLink, QuietLink } from '../../ui/ButtonLink'
import styles from './DeadEnd.module.css'

export function NotFoundPage() {
  useHydrationEnd()
  return (
    <div className={styles.lost}>
      <Drawing />
      <h1 tabIndex={-1}>That string has snapped.</h1>
      <p>There is no page at this address. The rest of the set goes on:</p>
      <OtherPages isMain />
    </div>
  )
}

/** The drawing. Few visitors see it, so it is not part of the scripts of every page. */
function Drawing() {
  const [SnappedString, setSnappedString] = useState<ComponentType>()
  useEffect(() => {
    import('./SnappedString').then(
      (loaded) => setSnappedString(() => loaded.default),
      () => {},
    )
  }, [])
  return <div className={styles.drawing}>{SnappedString && <SnappedString />}</div>
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
