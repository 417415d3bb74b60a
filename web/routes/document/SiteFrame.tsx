import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../features/session/session.store'
import { onSessionExpired } from '../../http/client'
import { Announcer } from '../../ui/VisuallyHidden'
import { Footer } from './Footer'
import { Header } from './Header'
import styles from './SiteFrame.module.css'

/** Header, page, footer, and what holds for all pages: the session, and where focus goes. */
export function SiteFrame() {
  useVerifiedSession()
  const announcement = useFocusOnNavigation()
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <Announcer text={announcement} />
    </>
  )
}

function useVerifiedSession() {
  const token = useSession((session) => session.token)
  const { restore, verify, expire } = useSession.getState()
  const navigate = useNavigate()
  useEffect(() => {
    restore()
    // Logging in or out in another tab is logging in or out here.
    addEventListener('storage', restore)
    return () => removeEventListener('storage', restore)
  }, [restore])
  useEffect(() => {
    if (token !== null) void verify()
  }, [token, verify])
  useEffect(
    () =>
      onSessionExpired(() => {
        expire()
        void navigate({ to: '/login' })
      }),
    [expire, navigate],
  )
}

/** Moves focus to the new page's heading and says its title aloud; not on the first page, where the
 * browser does that. */
function useFocusOnNavigation() {
  const router = useRouter()
  const [announcement, setAnnouncement] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        setAnnouncement(document.title)
      }),
    [router],
  )
  return announcement
}
