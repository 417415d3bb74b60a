import type { ReactNode } from 'react'
import styles from './AdminLayout.module.css'
import { AdminMenu } from './AdminMenu'

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
    <div className={styles.content}>{children}</div>
  </div>
)
