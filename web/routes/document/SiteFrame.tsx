import { Outlet, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isAdminPath } from '../../../api/contract/site-map'
import { onSessionExpired } from '../../api-client/session-expiry'
import { readToken } from '../../api-client/token'
import { afterLoad } from '../../browser/after-load'
import { onWake } from '../../browser/wake'
import { OfflineStrip } from '../../features/connection/OfflineStrip'
import { useSession } from '../../features/session/session.store'
import { Announcer } from '../../ui/VisuallyHidden'
import { Footer } from './Footer'
import { Header } from './Header'
import styles from './SiteFrame.module.css'

// What it has to say can wait for the next page; the page itself must not fail for it.
const Prompts = lazy(() => import('./Prompts').catch(() => ({ default: Nothing })))
const Nothing = () => <></>

/** Header, page, footer, and what holds for all pages: the session, and where focus goes. */
export function SiteFrame() {
  useVerifiedSession()
  const announcement = useFocusOnNavigation()
  const isLoaded = useLoaded()
  const strips = useCoveredFoot()
  const list = useMatches({ select: (matches) => matches.at(-1)?.staticData.lists?.[0] })
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>{' '}
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <div className={styles.strips} ref={strips}>
        {isLoaded && (
          <Suspense>
            <Prompts />
          </Suspense>
        )}
        <OfflineStrip list={list} />
      </div>
      <Announcer text={announcement} />
    </>
  )
}

/** Tells the style sheet how much of the foot the strips cover, so that no focus hides under them. */
function useCoveredFoot() {
  const strips = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!strips.current) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      document.documentElement.style.setProperty('--strips', `${height}px`)
    })
    observer.observe(strips.current)
    return () => observer.disconnect()
  }, [])
  return strips
}

/** Whether the page has all that it is made of: what may come later comes after that. */
function useLoaded() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => afterLoad(() => setLoaded(true)), [])
  return isLoaded
}

function useVerifiedSession() {
  const token = useSession((session) => session.token)
  const { restore, verify, expire } = useSession.getState()
  const navigate = useNavigate()
  useEffect(() => {
    // Logging in or out in another tab is logging in or out here, where nothing stays on the screen: not even of
    // a page that was asleep in the meantime, which is told of nothing that happened.
    function follow() {
      restore()
      if (isAdminPath(location.pathname) && readToken() === null) void navigate({ to: '/login' })
    }
    restore()
    addEventListener('storage', follow)
    const stopWaking = onWake(follow)
    return () => {
      removeEventListener('storage', follow)
      stopWaking()
    }
  }, [restore, navigate])
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
