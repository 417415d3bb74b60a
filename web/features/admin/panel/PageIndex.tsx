import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './PageIndex.module.css'

interface PageIndexProps {
  /** The names of the sections by the ids of their headings, in their order. */
  sections: Readonly<Record<string, string>>
  children: ReactNode
}

/** A long page with links to its sections: above them on narrow windows, beside them on wide ones. */
export const PageIndex = ({ sections, children }: PageIndexProps) => (
  <div className={styles.page}>
    <nav className={styles.index} aria-label="On this page">
      <ul>
        {Object.entries(sections).map(([id, name]) => (
          <li key={id}>
            <Link to="." hash={id}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <div>{children}</div>
  </div>
)
