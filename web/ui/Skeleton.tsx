import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden'

/** What stands where a page will be. */
export const Skeleton = () => (
  <div className={styles.skeleton} role="status">
    <VisuallyHidden>Loading…</VisuallyHidden>
    <div className={styles.bar} />
    <div className={styles.bar} />
    <div className={styles.bar} />
  </div>
)
