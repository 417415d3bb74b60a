import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { PublicData, SiteSettings } from '../../api/contract/page'
import { band } from '../content/band'
import { todayIn } from '../features/shows/show-dates'
import { readToken } from '../http/token'
import { Skeleton } from '../ui/Skeleton'
import { Document } from './document/Document'
import { NotFoundPage } from './document/NotFoundPage'
import { RouteError } from './document/RouteError'
import { SiteFrame } from './document/SiteFrame'

export interface RouterContext {
  data: PublicData
  settings: SiteSettings
}

/** Title, description and canonical address of a page. */
function head(path: string, title: string, description: string) {
  return ({ match }: { match: { context: RouterContext } }) => ({
    meta: [
      { title: path === '/' ? title : `${title} · ${band.name}` },
      { name: 'description', content: description },
    ],
    links: [{ rel: 'canonical', href: `${match.context.settings.publicUrl}${path}` }],
  })
}

const root = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  component: SiteFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
  head: ({ matches }) => ({
    meta: [{ title: matches.length === 1 ? `Not found · ${band.name}` : band.name }],
  }),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: async ({ context: { data }, abortController: { signal } }) => {
    const [shows, tracks] = await Promise.all([data.shows(signal), data.music(signal)])
    const today = todayIn(band.timeZone)
    const coming = shows.filter(({ date }) => date >= today).slice(0, 3)
    return { coming, tracks: tracks.slice(0, 1) }
  },
  head: head('/', `${band.name} · ${band.genre} · ${band.town}`, band.introduction),
  component: lazyRouteComponent(() => import('./HomePage')),
  staticData: { module: 'web/routes/HomePage.tsx' },
})

const aboutUs = createRoute({
  getParentRoute: () => root,
  path: '/AboutUs',
  head: head('/AboutUs', 'About Us', `The members of ${band.name}, from ${band.town}.`),
  component: lazyRouteComponent(() => import('./AboutUsPage')),
  staticData: { module: 'web/routes/AboutUsPage.tsx' },
})

const shows = createRoute({
  getParentRoute: () => root,
  path: '/Shows',
  loader: async ({ context: { data }, abortController: { signal } }) => ({
    shows: await data.shows(signal),
    today: todayIn(band.timeZone),
  }),
  head: head('/Shows', 'Shows', `When and where ${band.name} plays next.`),
  component: lazyRouteComponent(() => import('./ShowsPage')),
  staticData: { module: 'web/routes/ShowsPage.tsx' },
})

const videos = createRoute({
  getParentRoute: () => root,
  path: '/Videos',
  head: head('/Videos', 'Videos', `${band.name} on video.`),
  component: lazyRouteComponent(() => import('./VideosPage')),
  staticData: { module: 'web/routes/VideosPage.tsx' },
})

const music = createRoute({
  getParentRoute: () => root,
  path: '/Music',
  loader: ({ context: { data }, abortController: { signal } }) => data.music(signal),
  head: head('/Music', 'Music', `Listen to ${band.name}.`),
  component: lazyRouteComponent(() => import('./MusicPage')),
  staticData: { module: 'web/routes/MusicPage.tsx' },
})

const bookUs = createRoute({
  getParentRoute: () => root,
  path: '/BookUs',
  head: head('/BookUs', 'Book Us', `Book ${band.name}. ${band.bookingInvitation}`),
  component: lazyRouteComponent(() => import('./BookUsPage')),
  staticData: { module: 'web/routes/BookUsPage.tsx' },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  ssr: false,
  head: () => ({
    meta: [{ title: `Login · ${band.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  pendingComponent: Skeleton,
  component: lazyRouteComponent(() => import('./LoginPage')),
  staticData: { module: 'web/routes/LoginPage.tsx' },
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/Admin',
  ssr: false,
  beforeLoad: () => {
    if (readToken() === null) throw redirect({ to: '/login', replace: true })
  },
  loader: async ({ context: { data }, abortController: { signal } }) => {
    const [shows, tracks] = await Promise.all([data.shows(signal), data.music(signal)])
    return { shows, tracks }
  },
  head: () => ({
    meta: [{ title: `Admin · ${band.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  pendingComponent: Skeleton,
  component: lazyRouteComponent(() => import('./AdminPage')),
  staticData: { module: 'web/routes/AdminPage.tsx' },
})

/** The tree of the site's addresses. */
export const siteRoutes = root.addChildren([
  home,
  aboutUs,
  shows,
  videos,
  music,
  bookUs,
  login,
  admin,
])
