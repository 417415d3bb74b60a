import type { ReactNode } from 'react'
import { useSavedSince } from '../../offline/private-responses'
import styles from './AdminLayout.module.css'
import { AdminMenu } from './AdminMenu'
import { moment } from './moment'

interface AdminLayoutProps {
  /** The number of unread enquiries; undefined if the page has not loaded it. */
  unread: number | undefined
  /** Whether the page with the tabs is open. */
  hasTabs: boolean
  children: ReactNode
}

/** The layout of all back office pages; it stays mounted during navigation between them. */
export const AdminLayout = ({ unread, hasTabs, children }: AdminLayoutProps) => (
  <div className={styles.admin}>
    <AdminMenu unread={unread} hasTabs={hasTabs} />
    <div className={styles.content}>
      <SavedNotice />
      {children}
    </div>
  </div>
)

/** Says that the site did not respond, and from when the displayed data are. */
function SavedNotice() {
  const since = useSavedSince((saved) => saved.since)
  return (
    <div role="status">
      {since && (
        <p className={styles.saved}>
          No signal. You see what this device last received, on {moment(since.toISOString())}.
        </p>
      )}
    </div>
  )
}
