import type { MouseEvent, ReactNode } from 'react'
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
      {Object.entries(sections).map(([id, name]) => (
        <a key={id} href={`#${id}`} onClick={(event) => goTo(id, event)}>
          {name}
        </a>
      ))}
    </nav>
    <div>{children}</div>
  </div>
)

/** Focuses a heading, from which the tab key goes on. The address stays as it is, because the router would load the page's data
 * again. */
function goTo(id: string, event: MouseEvent) {
  const heading = document.getElementById(id)
  if (!heading) return
  event.preventDefault()
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}
