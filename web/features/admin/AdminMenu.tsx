import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { UnreadResponse } from '../../../api/contract/enquiries'
import { quietApi } from '../../api-client/client'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './Admin.module.css'

const enquiries = '/Admin/enquiries'
const entries = [
  { to: '/Admin', label: 'Shows and music' },
  { to: enquiries, label: 'Enquiries' },
  { to: '/Admin/account', label: 'Account' },
] as const

interface AdminMenuProps {
  /** How many enquiries wait, where the page knows; elsewhere the site is asked. */
  unread?: number
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
          {to === enquiries && count > 0 && (
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
      if (document.visibilityState !== 'visible') return
      quietApi()
        .get('api/enquiries/unread', { signal })
        .then(async (answer) => {
          if (answer.ok) setUnread((await answer.json<UnreadResponse>()).unread)
        })
        .catch(() => undefined)
    }
    ask()
    document.addEventListener('visibilitychange', ask, { signal })
    return () => stopping.abort()
  }, [isWanted])
  return unread
}
