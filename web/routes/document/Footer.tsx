import { useNavigate } from '@tanstack/react-router'
import { Lock, LockOpen } from 'lucide-react'
import { pages } from '../../../api/contract/site-map'
import { band } from '../../content/band'
import { useSession } from '../../features/session/session.store'
import { Button } from '../../ui/Button'
import styles from './Footer.module.css'

export function Footer() {
  const hasToken = useSession((session) => session.token !== null)
  const logout = useSession((session) => session.logout)
  const navigate = useNavigate()

  function logInOrOut() {
    if (hasToken) logout()
    void navigate({ to: pages.login.path })
  }

  return (
    <footer className={styles.footer}>
      <div className={styles.bar}>
        <span suppressHydrationWarning>
          © {new Date().getFullYear()} {band.name}
        </span>
        <Button variant="quiet" data-needs-scripts onClick={logInOrOut}>
          {hasToken ? <LockOpen aria-hidden size={18} /> : <Lock aria-hidden size={18} />}
          {hasToken ? 'Log out' : 'Log in'}
        </Button>
      </div>
    </footer>
  )
}
