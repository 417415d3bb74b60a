import { useHydrationEnd } from '../hydration/HydrationEnd'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden'

/** The placeholder for a page that is loading. */
export function Skeleton() {
  useHydrationEnd()
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <p className={styles.slow}>Still waiting ...</p>
      <p className={styles.note} data-plain-only>
        This page needs scripts, which this browser does not run.
      </p>
      <div className={styles.bar} />
      <div className={styles.bar} />
      <div className={styles.bar} />
    </div>
  )
}
