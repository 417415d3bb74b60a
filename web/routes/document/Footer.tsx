import { Link, useNavigate } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import { feedPaths, pages } from '../../../api/shared/site-map'
import { readToken } from '../../api-client/token'
import { band } from '../../content/band'
import { useSession } from '../../features/session/session.store'
import styles from './Footer.module.css'

/** The name of a social network: the part of its label that is not the band's name. */
const networkName = (label: string) => label.replace(`${band.name} on `, '')

interface FooterProps {
  /** Whether it contains only the copyright line and the lock button, as in the back office. */
  isMinimal: boolean
}

export function Footer({ isMinimal }: FooterProps) {
  const hasToken = useSession((session) => session.token !== null)
  const logout = useSession((session) => session.logout)
  const navigate = useNavigate()

  function logInOrOut() {
    // Another tab may have logged in or out since; `logout` reads local storage itself.
    if (hasToken || readToken() !== null) logout()
    void navigate({ to: pages.login.path })
  }

  return (
    <footer className={isMinimal ? styles.quiet : styles.footer}>
      <div className={styles.bar}>
        <p className={styles.band}>
          <span suppressHydrationWarning>
            © {new Date().getFullYear()} {band.name}
          </span>
        </p>{' '}
        {!isMinimal && (
          <ul className={styles.links}>
            <li>
              <Link to={pages.bookUs.path}>Booking</Link>{' '}
            </li>
            <li>
              <a href={feedPaths.calendar}>Calendar</a>{' '}
            </li>
            <li>
              <a href={feedPaths.rss}>RSS</a>{' '}
            </li>
            {Object.values(band.social).map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener" target="_blank">
                  {networkName(label)}
                </a>{' '}
              </li>
            ))}
          </ul>
        )}
        <button type="button" className={styles.lock} data-needs-scripts onClick={logInOrOut}>
          {hasToken ? <LockOpen aria-hidden size={16} /> : <Lock aria-hidden size={16} />}
          {hasToken ? 'Log out' : 'Log in'}
        </button>
      </div>
    </footer>
  )
}
