import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)

/** A visually hidden live region: screen readers announce each new text. */
export const Announcer = ({ text }: { text: string }) => (
  <div role="status" className={styles.hidden}>
    {text}
  </div>
)
