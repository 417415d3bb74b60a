import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { pages } from '../../../api/shared/site-map'
import { linksOf } from '../../band/frame'
import { useBand } from '../../band/use-band'
import { links } from '../document/Header'
import styles from './AdminHeader.module.css'

/** The header of the back office: one bar, whose menu contains the links of the public header and the band's own. */
export function AdminHeader() {
  const band = useBand()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  return (
    <header className={styles.header} data-no-print>
      <div className={styles.bar}>
        <Link
          to={pages.home.path}
          className={styles.home}
          data-mark
          aria-label={`${band.name}, to the first page`}
        />
        <p className={styles.title}>Back office</p>
        <details
          ref={menu}
          className={styles.menu}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            close()
            menu.current?.querySelector('summary')?.focus()
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) close()
          }}
        >
          <summary className={styles.summary}>Site</summary>
          {/* Safari focuses links on a press only if they have a tabindex. Without the focus, the menu would close. */}
          <ul className={styles.links}>
            {[...links, { to: pages.bookUs.path, label: 'Book Us' }].map(({ to, label }) => (
              <li key={to}>
                <Link to={to} tabIndex={0}>
                  {label}
                </Link>
              </li>
            ))}
            {linksOf(band).map(({ url, label }) => (
              <li key={url}>
                <a href={url} rel="me noopener" target="_blank" tabIndex={0}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </header>
  )
}
