/** The routes of the back office, in a module of their own, which visitors don't load. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { EnquiryBox } from '../../api/contract/enquiries'
import { adminPaths } from '../../api/shared/admin-map'
import { limits } from '../../api/shared/limits'
import { shareTarget } from '../../api/shared/share-target'
import { pages } from '../../api/shared/site-map'
import { readToken } from '../api-client/token'
import { type RecordTab, useRecordTab } from '../features/admin/records/record-tab.store'
import { useConnection } from '../offline/connection'
import { AdminHeader } from './admin/AdminHeader'
import AdminLayoutRoute from './admin/AdminLayoutRoute'
import { requireSite, root, unlistedHead, visitorRoutes } from './site-routes'

/** Waits for the site only if this device has saved nothing of the back office.
 * @throws OutOfReach if nothing is saved and the site can't be reached */
async function requireSiteOrSaved() {
  const { hasSaved } = await import('../offline/private-responses')
  if (await hasSaved()) void useConnection.getState().probe()
  else await requireSite()
}

const adminData = () => import('./admin/admin-data')

/** The back office: rendered in the browser, for a person with a token. Its menu stays mounted while the
 * person moves between its pages. */
const admin = createRoute({
  getParentRoute: () => root,
  path: pages.admin.path,
  ssr: false,
  beforeLoad: async ({ cause, location }) => {
    if (cause === 'enter' && location.hash === shareTarget.hash)
      useRecordTab.getState().choose('Music')
    // A page that is already open stays while its data are read again.
    if (cause !== 'stay') await requireSiteOrSaved()
    if (readToken() === null) {
      const state = { returnTo: location.href }
      throw redirect({ to: pages.login.path, replace: true, state })
    }
  },
  component: AdminLayoutRoute,
  staticData: { module: 'admin-routes', header: AdminHeader },
})

const showsAndMusic = createRoute({
  getParentRoute: () => admin,
  path: '/',
  loader: async () => (await adminData()).readLists(),
  head: unlistedHead('Admin'),
  component: lazyRouteComponent(() => import('./admin/ShowsAndMusicPage')),
  staticData: { module: 'admin/ShowsAndMusicPage', lists: pages.admin.lists },
})

/** A route that selects a tab and redirects to the admin page. */
const tabPage = <const Path extends string>(path: Path, tab: RecordTab) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    beforeLoad: () => {
      useRecordTab.getState().choose(tab)
      throw redirect({ to: pages.admin.path, replace: true })
    },
  })

interface EnquirySearch {
  box?: EnquiryBox
  /** Words to find in all boxes; takes the place of the box. */
  find?: string
  /** The id of an enquiry; the loader redirects to the box that contains it. */
  enquiry?: string
  /** The id of an enquiry; pages of the box are loaded up to the one that contains it. */
  until?: string
}

const enquiries = createRoute({
  getParentRoute: () => admin,
  path: 'enquiries',
  validateSearch: ({ box, find, enquiry, until }): EnquirySearch => ({
    ...(box ? { box: box as EnquiryBox } : {}),
    ...(find !== undefined && find !== '' && { find: String(find).slice(0, limits.line) }),
    ...(typeof enquiry === 'string' && { enquiry }),
    ...(typeof until === 'string' && { until }),
  }),
  loaderDeps: ({ search: { box, find, enquiry, until } }) => ({ box, find, enquiry, until }),
  loader: async ({ deps: { box, find, enquiry, until }, abortController: { signal } }) => {
    const { findBox, inboxQueryOf, readEnquiries } = await adminData()
    if (enquiry !== undefined) {
      const found = await findBox(enquiry, signal)
      const search = found ? { ...(found !== 'new' && { box: found }), until: enquiry } : {}
      const hash = `enquiry-${enquiry}`
      throw redirect({ to: adminPaths.enquiries, search, hash, replace: true })
    }
    return readEnquiries(inboxQueryOf({ box, find }), signal, until)
  },
  // While another box is being loaded, the page stays: a placeholder in its place would take the focus from the chosen radio
  // button.
  pendingMs: Number.POSITIVE_INFINITY,
  head: unlistedHead('Enquiries'),
  component: lazyRouteComponent(() => import('./admin/EnquiriesPage')),
  staticData: { module: 'admin/EnquiriesPage' },
})

const modules = import.meta.glob<{ default: ComponentType }>('./admin/*Page.tsx')

/** A page of the back office without search parameters. If reading its data again fails, the page keeps the last data and shows when
 * they were received.
 * @param module the name of the file in `routes/admin`
 * @param read reads the data of the page; aborted when the person leaves */
const adminPage = <const Path extends string, Data>(
  path: Path,
  title: string,
  module: string,
  read: (data: Awaited<ReturnType<typeof adminData>>, signal: AbortSignal) => Data,
) => {
  let last: { data: Awaited<Data>; receivedAt: Date } | undefined
  return createRoute({
    getParentRoute: () => admin,
    path,
    async loader({ cause, abortController: { signal } }): Promise<Awaited<Data>> {
      const { noteShown } = await import('../offline/private-responses')
      if (cause !== 'stay') last = undefined
      try {
        last = { data: await read(await adminData(), signal), receivedAt: new Date() }
        noteShown(module, undefined)
      } catch (error) {
        if (!last || signal.aborted || readToken() === null) throw error
        console.error('The data of the page could not be read again:', error)
        noteShown(module, last.receivedAt)
      }
      return last.data
    },
    head: unlistedHead(title),
    component: lazyRouteComponent(modules[`./admin/${module}.tsx`] as (typeof modules)[string]),
    staticData: { module: `admin/${module}` },
  })
}

const adminRoutes = admin.addChildren([
  showsAndMusic,
  tabPage('shows', 'Shows'),
  tabPage('music', 'Music'),
  enquiries,
  adminPage('site', 'Site', 'SitePage', (data, signal) => data.readSite(signal)),
  adminPage('account', 'Account', 'AccountPage', (data, signal) => data.readAccount(signal)),
  adminPage('songs', 'Songs', 'SongsAdminPage', (data) => data.readSongs()),
  adminPage('nights', 'Nights', 'NightsPage', (data, signal) => data.readNights(signal)),
  adminPage('set/$id', 'Set list', 'SetListPage', (data, signal) => data.readSetListEditor(signal)),
  adminPage('stage', 'Stage', 'StagePage', (data) => data.readSetLists()),
  adminPage('more', 'More', 'MorePage', () => undefined),
  adminPage('start', 'Welcome', 'SetUpPage', (data, signal) => data.readSite(signal)),
  adminPage('poster/$id', 'Poster', 'PosterPage', (data) => data.readLists()),
])

/** Adds the back office to the tree of routes.
 * @returns the whole tree */
export const allRoutes = () => root.addChildren([...visitorRoutes, adminRoutes])
