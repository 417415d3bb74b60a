import type { ReactNode } from 'react'
import styles from './AdminLayout.module.css'
import { AdminMenu } from './AdminMenu'

interface AdminLayoutProps {
  /** The number of unread enquiries; undefined if the page has not loaded it. */
  unread: number | undefined
  children: ReactNode
}

/** The layout of all back office pages; it stays mounted during navigation between them. */
export const AdminLayout = ({ unread, children }: AdminLayoutProps) => (
  <div className={styles.admin}>
    <AdminMenu unread={unread} />
    {children}
  </div>
)
