import { type AnyRouter, Outlet, useMatch, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { dropRunningRequests } from '../../api-client/lists'
import { readToken } from '../../api-client/token'
import { AdminLayout } from '../../features/admin/frame/AdminLayout'
import { saveAdminFiles } from '../../offline/admin-files'
import { useConnection } from '../../offline/connection'
import { forgetShown, noteShown, useShownSaved } from '../../offline/private-responses'
import './forget-on-logout'

/** The pages of the back office, by their modules. */
const allPages = import.meta.glob('./*Page.tsx')

const bandLists = ['adminShows', 'adminMusic', 'adminSongs'] as const

/** Milliseconds. A reading of all lists is abandoned after `longestReading`, because a request may hang when the phone has
 * changed its network. */
const [idleAfter, readTimeout, longestReading] = [3_000, 60_000, 20_000]

/** The latest reading of all lists. The next one waits for its end: beginning sooner, it would drop the requests of this one. */
let lastReading: Promise<unknown> = Promise.resolve()
/** The reading that has not begun yet. */
let nextReading: Promise<boolean> | undefined

export default function AdminLayoutRoute() {
  const enquiries = useMatch({ from: '/Admin/enquiries', shouldThrow: false })
  const records = useMatch({ from: '/Admin/', shouldThrow: false })
  useEffect(() => {
    const timer = setTimeout(() => {
      void preloadAdmin()
      // The site may be out of reach by now.
      for (const work of [resumeUploads, renewBandSubscription])
        work().catch((error: unknown) => console.debug('This has to wait:', error))
    }, idleAfter)
    return () => clearTimeout(timer)
  }, [])
  const router = useRouter()
  // The notice is about the saved responses of the present page, which are noted while the page is loaded.
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && forgetShown()),
    [router],
  )
  /** Reads the band's lists and the page's data again, after the present reading has ended.
   * @returns whether the site has responded with all of them */
  const readAgain = useCallback(() => {
    nextReading ??= lastReading.then(() => {
      nextReading = undefined
      return readAll(router)
    })
    lastReading = nextReading.catch(() => false)
    return nextReading
  }, [router])
  return (
    <AdminLayout
      unread={enquiries?.loaderData?.counts.new}
      hasTabs={records !== undefined}
      readAgain={readAgain}
      readNames={readNames}
    >
      <Outlet />
    </AdminLayout>
  )
}

async function readAll(router: AnyRouter): Promise<boolean> {
  const before = useShownSaved.getState().receivedAt
  // The lists of the other pages, too, because what was sent is no longer shown as a change. All at once, so that a list
  // that this page and another one show is requested once.
  const { readLists, readSongs } = await import('./admin-data')
  if (readToken() === null) return false
  dropRunningRequests(bandLists)
  const reading = Promise.all([readLists(), readSongs(), router.invalidate({ sync: true })])
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, longestReading, 'late'))
  if ((await Promise.race([reading, late])) === 'late') return false
  // This reading has not renewed these notes, so the page does not show those responses.
  for (const [key, receivedAt] of before)
    if (useShownSaved.getState().receivedAt.get(key) === receivedAt) noteShown(key, undefined)
  const { failed, waiting } = useConnection.getState()
  const isMissing = bandLists.some((list) => failed.has(list) || waiting.has(list))
  return !isMissing && useShownSaved.getState().receivedAt.size === 0
}

const readNames = async () => (await import('./admin-data')).readNames()

const resumeUploads = async () =>
  (await import('../../features/admin/uploads/uploads.store')).resumeUploads()

const renewBandSubscription = async () =>
  (await import('../../notifications/push-subscriptions')).renewBandSubscription()

/** Loads all pages and what most of them show, so that they open without signal. */
async function preloadAdmin() {
  try {
    await Promise.all(Object.values(allPages).map((load) => load()))
    await saveAdminFiles()
    const { readEnquiries, readSetLists } = await import('./admin-data')
    await Promise.all([
      readEnquiries({ status: 'new' }, AbortSignal.timeout(readTimeout)),
      readSetLists(),
    ])
  } catch (error) {
    console.debug('The back office could not be saved for use without signal:', error)
  }
}
