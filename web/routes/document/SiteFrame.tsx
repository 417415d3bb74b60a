import { Outlet, useMatches, useRouteContext, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isAdminPath, isLoginPath } from '../../../api/shared/site-map'
import { onSessionExpired } from '../../api-client/session-expiry'
import { readToken } from '../../api-client/token'
import { afterLoad } from '../../browser/after-load'
import { onWake } from '../../browser/wake'
import { OfflineStrip } from '../../features/connection/OfflineStrip'
import { PlayerSlot } from '../../features/music/PlayerSlot'
import { useSession } from '../../features/session/session.store'
import { hydrated } from '../../hydration/hydration'
import { onReachable } from '../../offline/on-reachable'
import { deferred } from '../../ui/deferred'
import { Announcer } from '../../ui/VisuallyHidden'
import { Footer } from './Footer'
import { Header } from './Header'
import styles from './SiteFrame.module.css'

const Prompts = deferred(async () => {
  await new Promise<void>((resolve) => afterLoad(resolve))
  return import('./Prompts')
})

/** The frame of every page: header, footer, prompts, offline strip, player, session and focus. */
export function SiteFrame() {
  useVerifiedSession()
  const announcement = useFocusOnNavigation()
  const { data, settings } = useRouteContext({ from: '__root__' })
  // Not by the location, which changes before the page does.
  const OwnHeader = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.header)?.staticData.header,
  })
  const isBackOffice = OwnHeader !== undefined
  const list = useMatches({ select: (matches) => matches.at(-1)?.staticData.lists?.[0] })
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>{' '}
      {OwnHeader ? <OwnHeader /> : <Header />}
      <main
        id="main"
        tabIndex={-1}
        className={isBackOffice ? styles.main : `${styles.main} ${styles.public}`}
      >
        <Outlet />
      </main>
      <Footer isMinimal={isBackOffice} />
      <div className={isBackOffice ? '' : styles.strips} ref={observeStrips}>
        <Prompts />
        <OfflineStrip list={list} />
        <PlayerSlot load={data.music} site={settings.publicUrl} />
      </div>
      <Announcer text={announcement} />
    </>
  )
}

/** Sets `--strips` to the height of the strips at the foot, so that they don't cover a focused element. Without strips it
 * stays unset: where a browser can't register properties, it is inherited, and setting it would block the first press after hydration. */
function observeStrips(strips: HTMLDivElement) {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize
    document.documentElement.style.setProperty('--strips', height ? `${height}px` : '')
  })
  observer.observe(strips)
  return () => observer.disconnect()
}

function useVerifiedSession() {
  const token = useSession((session) => session.token)
  const { restore, verify, expire } = useSession.getState()
  const router = useRouter()
  // The routes of the login page and of the back office redirect. Waits for the end of hydration, because the router can't navigate
  // before it.
  const checkAccess = useCallback(() => void hydrated.then(() => router.invalidate()), [router])
  useEffect(() => {
    // A login or logout in another tab applies here too. A page that was suspended gets no `storage` event, so the token is read
    // again when the person returns.
    function syncSession() {
      restore()
      const mustLeave = readToken() === null ? isAdminPath : isLoginPath
      if (mustLeave(location.pathname)) checkAccess()
    }
    restore()
    addEventListener('storage', syncSession)
    const stopListening = onWake(syncSession)
    return () => {
      removeEventListener('storage', syncSession)
      stopListening()
    }
  }, [restore, checkAccess])
  useEffect(() => {
    if (token === null) return
    void verify()
    // Verification fails while the site is unreachable, so it is repeated when the site may respond again.
    return onReachable(() => {
      if (!useSession.getState().authenticated) void verify()
    })
  }, [token, verify])
  useEffect(
    () =>
      onSessionExpired(() => {
        expire()
        checkAccess()
      }),
    [expire, checkAccess],
  )
}

/** Moves focus to the new page's heading, or to its content if there is no heading yet, and announces its title; not on the first
 * page, where the browser does that. */
function useFocusOnNavigation() {
  const router = useRouter()
  const [announcement, setAnnouncement] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const find = (selector: string) => document.querySelector<HTMLElement>(selector)
        ;(find('main h1:not([hidden] *)') ?? find('main'))?.focus({ preventScroll: true })
        setAnnouncement(document.title)
      }),
    [router],
  )
  return announcement
}
