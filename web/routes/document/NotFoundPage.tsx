import { Link } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { useHydrationEnd } from '../../hydration/HydrationEnd'
import { buttonClass } from '../../ui/Button'
import styles from './DeadEnd.module.css'

export function NotFoundPage() {
  useHydrationEnd()
  return (
    <div className={styles.lost}>
      <Drawing />
      <h1 tabIndex={-1}>That string has snapped.</h1>
      <p>There is no page at this address. The rest of the set goes on:</p>
      <OtherPages />
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

export const OtherPages = () => (
  <div className={styles.ways}>
    <Link to="/" className={buttonClass()}>
      To the first page
    </Link>
    <Link to="/Shows" className={buttonClass('quiet')}>
      See the shows
    </Link>
  </div>
)
