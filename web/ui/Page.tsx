import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface PageProps {
  /** Of the heading; without it the children bring their own. */
  title?: string
  children: ReactNode
}

/** The frame of a page. The heading can be focused, which happens when somebody comes from another page. */
export const Page = ({ title, children }: PageProps) => (
  <div className={styles.page}>
    {title !== undefined && <h1 tabIndex={-1}>{title}</h1>} {children}
  </div>
)
