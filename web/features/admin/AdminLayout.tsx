import type { ReactNode } from 'react'
import styles from './AdminLayout.module.css'
import { AdminMenu } from './AdminMenu'

interface AdminLayoutProps {
  /** How many enquiries wait, where the page knows. */
  unread: number | undefined
  children: ReactNode
}

/** What all pages of the back office have around them; it stays while they change. */
export const AdminLayout = ({ unread, children }: AdminLayoutProps) => (
  <div className={styles.admin}>
    <AdminMenu unread={unread} />
    {children}
  </div>
)
