import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** For ears alone. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)

/** Says each new text aloud without showing it. */
export const Announcer = ({ text }: { text: string }) => (
  <div role="status" className={styles.hidden}>
    {text}
  </div>
)
