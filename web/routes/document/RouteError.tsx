import { useEffect } from 'react'
import { useHydrationEnd } from '../../hydration/HydrationEnd'
import { useConnection } from '../../offline/connection'
import { Button } from '../../ui/Button'
import { deferred } from '../../ui/deferred'
import styles from './DeadEnd.module.css'
import { OtherPages } from './NotFoundPage'

// The service worker caches this chunk; if it can't be loaded, `NotLoaded` is shown.
const OfflinePage = deferred(() => import('./OfflinePage'), NotLoaded)

/** Replaces a page that could not be loaded, with links to other pages. */
export function RouteError({ error }: { error: unknown }) {
  const isReachable = useConnection((connection) => connection.isReachable)
  useHydrationEnd()
  useEffect(() => {
    if (!(error instanceof OutOfReach)) console.error('Loading the page failed:', error)
  }, [error])
  if (isReachable && !(error instanceof OutOfReach)) return <NotLoaded error={error} />
  return <OfflinePage />
}

function NotLoaded({ error }: { error?: unknown }) {
  useEffect(() => {
    // If a script can't be fetched, the router reloads the page itself. If styles can't be fetched, it keeps the error.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (String(error).includes('CSS') && navigation?.type !== 'reload') location.reload()
  }, [error])
  return (
    <div className={styles.lost} role="alert">
      <h1 tabIndex={-1}>The amp has cut out.</h1>
      <p>This page could not be loaded. Please check your connection and try again.</p>
      <Button onClick={() => location.reload()}>Try again</Button>
      <OtherPages />
    </div>
  )
}

/** Thrown by routes that don't work without the site. */
export class OutOfReach extends Error {
  override name = 'OutOfReach'
  override message = 'The site can not be reached.'
}
