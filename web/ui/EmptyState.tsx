import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** What stands in the place of an empty list: a sentence, and a way on. */
export const EmptyState = ({ children }: { children: ReactNode }) => (
  <div className={styles.none}>{children}</div>
)
