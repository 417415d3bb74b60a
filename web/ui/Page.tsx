import type { ReactNode } from 'react'
import styles from './Page.module.css'
import ribbon from './Ribbon.module.css'

interface PageProps {
  /** The text of the heading. If it is absent, the children must contain the heading. */
  title?: string
  children: ReactNode
}

/** The frame of a page. The heading is focusable, because client-side navigation moves the focus to it. */
export const Page = ({ title, children }: PageProps) => (
  <div className={styles.page}>
    {title !== undefined && (
      <h1 className={ribbon.bend} tabIndex={-1}>
        {title}
      </h1>
    )}{' '}
    {children}
  </div>
)
