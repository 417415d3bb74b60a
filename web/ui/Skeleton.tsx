import { useHydrationEnd } from '../hydration/HydrationEnd'
import { NeedsScripts } from './NeedsScripts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden'

/** The placeholder for a page that is loading. */
export function Skeleton() {
  useHydrationEnd()
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <p className={styles.slow}>Still waiting ...</p>
      <NeedsScripts what="This page" />
      <div className={styles.bar} />
      <div className={styles.bar} />
      <div className={styles.bar} />
    </div>
  )
}
