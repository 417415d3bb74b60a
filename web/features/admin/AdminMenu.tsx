import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pages } from '../../../api/contract/site-map'
import { call } from '../../api-client/call'
import { quietApi } from '../../api-client/client'
import { onWake } from '../../browser/wake'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './AdminMenu.module.css'

const entries = [
  { to: pages.admin.path, label: 'Shows and music' },
  { to: pages.enquiries.path, label: 'Enquiries' },
  { to: pages.account.path, label: 'Account' },
] as const

interface AdminMenuProps {
  /** How many enquiries wait, where the page knows; elsewhere the site is asked. */
  unread: number | undefined
}

/** The way between the pages of the back office. */
export function AdminMenu({ unread }: AdminMenuProps) {
  const asked = useUnread(unread === undefined)
  const count = unread ?? asked
  return (
    <nav aria-label="Back office pages" className={styles.menu}>
      {entries.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true }}
          activeProps={{ 'aria-current': 'page' }}
          className={styles.menuLink}
        >
          {label}
          {to === pages.enquiries.path && count > 0 && (
            <span className={styles.count}>
              {count} <VisuallyHidden>new</VisuallyHidden>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** Asked again whenever the band comes back to the page. Without an answer there is no count: what failed is
 * said where the enquiries are. */
function useUnread(isWanted: boolean): number {
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    const stopping = new AbortController()
    const { signal } = stopping
    function ask() {
      call(quietApi(), 'GET /api/enquiries/unread', { signal })
        .then((response) => setUnread(response.unread))
        .catch(() => undefined)
    }
    ask()
    const stopWaking = onWake(ask)
    return () => {
      stopWaking()
      stopping.abort()
    }
  }, [isWanted])
  return unread
}
