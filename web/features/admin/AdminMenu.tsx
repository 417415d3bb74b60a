import { Link } from '@tanstack/react-router'
import styles from './Admin.module.css'

const entries = [
  { to: '/Admin', label: 'Shows and music' },
  { to: '/Admin/enquiries', label: 'Enquiries' },
  { to: '/Admin/account', label: 'Account' },
] as const

/** The way between the pages of the back office. */
export const AdminMenu = () => (
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
      </Link>
    ))}
  </nav>
)
