import { useHydrationEnd } from '../hydration/HydrationEnd'
import { NeedsScripts } from './NeedsScripts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden'

/** What stands where a page will be. */
export function Skeleton() {
  useHydrationEnd()
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <NeedsScripts what="This page" />
      <div className={styles.bar} />
      <div className={styles.bar} />
      <div className={styles.bar} />
    </div>
  )
}
