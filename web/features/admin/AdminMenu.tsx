import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pages } from '../../../api/shared/site-map'
import { call } from '../../api-client/call'
import { backgroundApi } from '../../api-client/client'
import { readToken } from '../../api-client/token'
import { onWake } from '../../browser/wake'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './AdminMenu.module.css'

const entries = [
  { to: pages.admin.path, label: 'Shows and music' },
  { to: pages.enquiries.path, label: 'Enquiries' },
  { to: pages.account.path, label: 'Account' },
] as const

/** Milliseconds. */
const minRefreshInterval = 5_000

interface AdminMenuProps {
  /** The number of unread enquiries. If it is undefined, the menu requests it from the API. */
  unread: number | undefined
}

/** The navigation of the back office. */
export function AdminMenu({ unread }: AdminMenuProps) {
  const count = useUnread(unread)
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

/** The number of unread enquiries: the one that the page knows, otherwise requested from the API whenever the page wakes.
 * It is 0 until the first response. Errors are ignored, as the inbox reports them. */
function useUnread(known: number | undefined): number {
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    if (known !== undefined) return setUnread(known)
    const controller = new AbortController()
    const { signal } = controller
    let refreshedAt = Number.NEGATIVE_INFINITY
    function refresh() {
      // One return to the page can cause several events.
      if (performance.now() - refreshedAt < minRefreshInterval) return
      // The person has logged out, and the page is about to be left.
      if (readToken() === null) return
      refreshedAt = performance.now()
      call(backgroundApi(), 'GET /api/enquiries/unread', { signal })
        .then((response) => setUnread(response.unread))
        .catch(() => undefined)
    }
    refresh()
    const unsubscribe = onWake(refresh)
    return () => {
      unsubscribe()
      controller.abort()
    }
  }, [known])
  return known ?? unread
}
