import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { adminPaths, pageOfShow } from '../../../../api/shared/admin-map'
import { normalise, pages } from '../../../../api/shared/site-map'
import { call } from '../../../api-client/call'
import { backgroundApi } from '../../../api-client/client'
import { readToken } from '../../../api-client/token'
import { onWake } from '../../../browser/wake'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { useChanges } from '../changes/changes.store'
import { countWithChanges } from '../changes/waiting'
import { recordTabs, useRecordTab } from '../records/record-tab.store'
import styles from './AdminMenu.module.css'
import { AdminMenuEntry } from './AdminMenuEntry'
import { morePages } from './more-pages'
import { RecordTabs } from './RecordTabs'

/** Milliseconds. */
const minRefreshInterval = 5_000

interface AdminMenuProps {
  /** The number of unread enquiries. If it is undefined, the menu requests it from the API. */
  unread: number | undefined
  /** Whether the page with the tabs is open; on other pages the menu has links to it. */
  hasTabs: boolean
}

/** The navigation of the back office: a bar at the foot of phones, a rail at the left of wide windows and of
 * phones on their side. */
export function AdminMenu({ unread, hasTabs }: AdminMenuProps) {
  const { entries } = useChanges()
  const count = countWithChanges(useUnread(unread), 'new', entries)
  const { choose } = useRecordTab.getState()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The set list and the poster of a show belong to the shows.
  const isOfShow = pageOfShow.test(normalise(path))
  const isMore = morePages.some((page) => page.path === path)
  // The boxes of the inbox are search parameters.
  const activeOptions = { exact: true, includeSearch: false }
  const link = { activeOptions, className: styles.entry } as const
  return (
    <nav aria-label="Back office pages" className={styles.menu}>
      {hasTabs ? (
        <RecordTabs />
      ) : (
        recordTabs.map((tab) => (
          <Link
            key={tab}
            to={pages.admin.path}
            onClick={() => choose(tab)}
            {...link}
            {...(isOfShow && tab === 'Shows' && { 'aria-current': 'page' })}
          >
            <AdminMenuEntry name={tab} />
          </Link>
        ))
      )}
      <Link to={adminPaths.enquiries} {...link}>
        <AdminMenuEntry name="Enquiries" />
        {count > 0 && (
          <span className={styles.count}>
            {count} <VisuallyHidden>new</VisuallyHidden>
          </span>
        )}
      </Link>
      {morePages.map(({ name, path }) => (
        <Link key={name} to={path} {...link} data-place="rail">
          <AdminMenuEntry name={name} />
        </Link>
      ))}
      <Link
        to={adminPaths.more}
        {...link}
        data-place="bar"
        {...(isMore && { 'aria-current': 'page' })}
      >
        <AdminMenuEntry name="More" />
      </Link>
    </nav>
  )
}

/** The number of unread enquiries: the one that the page knows, otherwise requested from the API whenever the page wakes, and
 * after each reload of the page's data.
 * It is 0 until the first response. Errors are ignored, as the inbox reports them. */
function useUnread(known: number | undefined): number {
  const [unread, setUnread] = useState(0)
  const loadedAt = useRouterState({ select: ({ matches }) => matches.at(-1)?.updatedAt })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loadedAt` changes after a reload, such as after a restore
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
  }, [known, loadedAt])
  return known ?? unread
}
