import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** The placeholder for an empty list: a sentence and a link or button. */
export const EmptyState = ({ children }: { children: ReactNode }) => (
  <div className={styles.none}>{children}</div>
)
