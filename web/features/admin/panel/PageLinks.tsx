import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import styles from './PageLinks.module.css'

export interface PageLink {
  name: string
  /** What the page is for, in a few words. */
  about: string
  path: string
  /** The id of a part of the page. */
  hash?: string
  icon: LucideIcon
  /** The id of the link, for a page that returns the focus to it; such a page scrolls by itself, too. */
  id?: string
}

/** Links to pages of the back office, one in a row. */
export const PageLinks = ({ links }: { links: readonly PageLink[] }) => (
  <ul className={styles.list}>
    {links.map(({ name, about, path, hash = '', icon: Icon, id }) => (
      <li key={name}>
        <Link
          to={path}
          hash={hash}
          id={id}
          hashScrollIntoView={id === undefined}
          className={styles.row}
          activeOptions={{ includeHash: true }}
        >
          <Icon aria-hidden size={24} />
          <span>
            <strong>{name}</strong>
            <span className={styles.about}> {about}</span>
          </span>
          <ChevronRight aria-hidden size={20} />
        </Link>
      </li>
    ))}
  </ul>
)
