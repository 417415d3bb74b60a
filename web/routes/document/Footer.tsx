import { Link, useNavigate } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import { type ReactNode, useState } from 'react'
import { feedPaths, pages } from '../../../api/shared/site-map'
import { readToken } from '../../api-client/token'
import { linksOf } from '../../band/frame'
import { useBand } from '../../band/use-band'
import { useSession } from '../../features/session/session.store'
import { LinkIcon } from '../../ui/LinkIcon'
import styles from './Footer.module.css'

/** The name of a social network: the part of a link's label that is not the band's name. */
const networkName = (label: string, band: string) => label.replace(`${band} on `, '')

/** The question if the module that counts what a logout discards can't be loaded; the dialog is part of it. */
const unknownLoss = 'Log out, and discard what is not saved?'

interface FooterProps {
  /** Whether it contains only the copyright line and the lock button, as in the back office. */
  isMinimal: boolean
}

export function Footer({ isMinimal }: FooterProps) {
  const band = useBand()
  const { name } = band
  const hasToken = useSession((session) => session.token !== null)
  const logout = useSession((session) => session.logout)
  const navigate = useNavigate()
  const [question, setQuestion] = useState<ReactNode>(null)

  const LockIcon = hasToken ? LockOpen : Lock
  const toLogin = () => navigate({ to: pages.login.path })
  function endSession() {
    logout()
    toLogin()
  }

  async function logInOrOut() {
    // Another tab may have logged in or out since; `logout` reads local storage itself.
    if (!hasToken && readToken() === null) return toLogin()
    const handlers = { onConfirm: endSession, onClose: () => setQuestion(null) }
    const asked = await import('./logout-question').then(
      ({ logoutQuestion }) => logoutQuestion(handlers),
      () => undefined,
    )
    if (asked) setQuestion(asked)
    else if (asked === null || confirm(unknownLoss)) endSession()
  }

  return (
    <footer className={isMinimal ? styles.quiet : styles.footer}>
      <div className={styles.bar}>
        <p className={styles.band} data-mark>
          <span suppressHydrationWarning>
            © {new Date().getFullYear()} {name}
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
            {linksOf(band).map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener" target="_blank">
                  <LinkIcon />
                  {networkName(label, name)}
                </a>{' '}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.end}>
          <button type="button" className={styles.lock} data-needs-scripts onClick={logInOrOut}>
            <LockIcon aria-hidden size="1em" />
            {hasToken ? 'Log out' : 'Log in'}
          </button>
        </div>
      </div>
      {question}
    </footer>
  )
}
