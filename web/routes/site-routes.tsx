import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import type { PostedEnquiry, PublicData, SiteSettings } from '../../api/contract/page'
import { bandDay } from '../../api/shared/band-day'
import { showOfDay } from '../../api/shared/show-dates'
import { pages, showPath, tonightPath } from '../../api/shared/site-map'
import { readToken } from '../api-client/token'
import type { Frame } from '../band/frame'
import { nextPaint } from '../browser/next-paint'
import { firstTracks, tracksOnHome } from '../features/music/first-tracks'
import { comingOnHome, firstShows } from '../features/shows/first-shows'
import { showTexts } from '../features/shows/show-texts'
import { HydrationEnd } from '../hydration/HydrationEnd'
import { useConnection } from '../offline/connection'
import { Skeleton } from '../ui/Skeleton'
import { Document } from './document/Document'
import { NotFoundPage } from './document/NotFoundPage'
import { OutOfReach, RouteError } from './document/RouteError'
import { SiteFrame } from './document/SiteFrame'

export interface RouterContext {
  /** The whole lists; a read rejects if a list can't be fetched. */
  data: PublicData
  /** The lists for loaders. If one can't be fetched, the loader gets the items received so far, so the rest of the page is
   * shown. */
  pageData: PublicData
  /** The band's words for the frame of the pages. */
  frameSite: () => Promise<Frame>
  settings: SiteSettings
  /** Adds the pages of the back office to a router that was created on a page of visitors. */
  openAdmin: () => Promise<void>
  posted?: PostedEnquiry
  isShell?: boolean
  /** What only the server writes into the head. */
  serverHead?: ReactNode
  /** Computes the style of the document; only on the server. */
  pageStyle?: (band: Pick<Frame, 'colours' | 'name'>) => CSSProperties
}

/** The component of a page that is rendered on the server and hydrated. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(async () => {
    const { default: Content } = await load()
    return {
      default: () => (
        <>
          <HydrationEnd />
          <Content />
        </>
      ),
    }
  })
}

interface Matched {
  match: { context: RouterContext & { band: Frame } }
}

/** Title, description and canonical address of a page. */
function headWith(path: string, texts: (band: Frame) => { title: string; description?: string }) {
  return ({ match: { context } }: Matched) => {
    const { title, description } = texts(context.band)
    return {
      meta: [
        { title: path === pages.home.path ? title : titleOf(title, context.band) },
        ...(description ? [{ name: 'description', content: description }] : []),
      ],
      links: [{ rel: 'canonical', href: `${context.settings.publicUrl}${path}` }],
    }
  }
}

/** The same for a page with a constant title. */
const head = (path: string, title: string, describe: (band: Frame) => string) =>
  headWith(path, (band) => ({ title, description: describe(band) }))

const titleOf = (title: string, { name }: Frame) => [title, name].filter(Boolean).join(' · ')

const noIndex = { name: 'robots', content: 'noindex' }

/** Title of a page that search engines must not list. */
export const unlistedHead =
  (title: string) =>
  ({ match }: Matched) => ({ meta: [{ title: titleOf(title, match.context.band) }, noIndex] })

export const root = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ preload, context }) => {
    // Lets the browser paint the effect of the press before the next page is rendered.
    if (!preload && !import.meta.env.SSR) await nextPaint()
    return { band: await context.frameSite() }
  },
  shellComponent: Document,
  component: SiteFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
  head: ({ matches, match: { context } }) => ({
    meta: [
      { title: matches.length === 1 ? titleOf('Not found', context.band) : context.band.name },
    ],
  }),
})

/** The options that the routes of all visitor pages share. Each page adds its `loader` and its `head`.
 * @param module the name of its file without `.tsx` */
const visitorPage = <Name extends keyof typeof pages>(
  name: Name,
  module: string,
  load: () => Promise<{ default: ComponentType }>,
) => ({
  getParentRoute: () => root,
  path: pages[name].path as (typeof pages)[Name]['path'],
  component: page(load),
  staticData: { module, lists: pages[name].lists },
})

const home = createRoute({
  ...visitorPage('home', 'HomePage', () => import('./HomePage')),
  loader: async ({ context: { pageData, band } }) => {
    const [shows, tracks] = await Promise.all([pageData.shows(), pageData.music()])
    const today = bandDay(band.timeZone)
    const coming = shows.filter(({ date }) => date >= today).slice(0, comingOnHome)
    return { today, coming, tracks: tracks.slice(0, tracksOnHome) }
  },
  head: headWith(pages.home.path, ({ name, genre, town, introduction }) => ({
    title: [name, genre, town].filter(Boolean).join(' · '),
    ...(introduction && { description: introduction }),
  })),
})

const aboutUs = createRoute({
  ...visitorPage('aboutUs', 'AboutUsPage', () => import('./AboutUsPage')),
  loader: async ({ context: { pageData } }) => ({ members: (await pageData.site()).members ?? [] }),
  head: headWith(pages.aboutUs.path, ({ name, town }) => ({
    title: 'About Us',
    description: `The members of ${name}${town ? `, from ${town}` : ''}.`,
  })),
})

const shows = createRoute({
  ...visitorPage('shows', 'ShowsPage', () => import('./ShowsPage')),
  loader: async ({ context: { pageData, band } }) => {
    const today = bandDay(band.timeZone)
    return { today, ...firstShows(await pageData.shows(), today) }
  },
  head: head(pages.shows.path, 'Shows', ({ name }) => `When and where ${name} plays next.`),
})

const show = createRoute({
  getParentRoute: () => root,
  path: `${pages.shows.path}/$slug`,
  loader: async ({ context: { pageData, band }, params: { slug } }) => {
    const today = bandDay(band.timeZone)
    const shows = await pageData.shows()
    const show = shows.find((one) => one.slug === slug.toLowerCase())
    const others = shows.filter(({ _id, date }) => date >= today && _id !== show?._id)
    return { today, show, others: others.slice(0, comingOnHome) }
  },
  head: ({ match, loaderData }) => {
    const found = loaderData?.show
    if (!found) return unlistedHead('Show not found')({ match })
    return headWith(showPath(found.slug), (band) => showTexts(found, band))({ match })
  },
  component: page(() => import('./ShowPage')),
  staticData: { module: 'ShowPage', lists: pages.shows.lists },
})

/** Redirects to today's show, as the server does; the browser uses it when it is offline. */
const tonight = createRoute({
  getParentRoute: () => root,
  path: tonightPath,
  loader: async ({ context: { pageData, band } }) => {
    const found = showOfDay(await pageData.shows(), bandDay(band.timeZone))
    throw found
      ? redirect({ to: '/Shows/$slug', params: { slug: found.slug }, replace: true })
      : redirect({ to: pages.shows.path, replace: true })
  },
})

const videos = createRoute({
  ...visitorPage('videos', 'VideosPage', () => import('./VideosPage')),
  loader: async ({ context: { pageData } }) => ({ videos: (await pageData.site()).videos ?? [] }),
  head: head(pages.videos.path, 'Videos', ({ name }) => `${name} on video.`),
})

const music = createRoute({
  ...visitorPage('music', 'MusicPage', () => import('./MusicPage')),
  loader: async ({ context: { pageData } }) => {
    const tracks = await pageData.music()
    // Without tracks, the page links to the shows if there are any.
    const { failed, waiting } = useConnection.getState()
    const isEmpty = tracks.length === 0 && !failed.has('music') && !waiting.has('music')
    const hasShows = isEmpty && (await pageData.shows()).length > 0
    return { ...firstTracks(tracks), hasShows }
  },
  head: head(pages.music.path, 'Music', ({ name }) => `Listen to ${name}.`),
})

const bookUs = createRoute({
  ...visitorPage('bookUs', 'BookUsPage', () => import('./BookUsPage')),
  loader: async ({ context: { posted, pageData, band } }) => ({
    posted,
    today: bandDay(band.timeZone),
    songs: await pageData.songs(),
  }),
  // The result of a submitted form is shown only once.
  gcTime: 0,
  head: head(pages.bookUs.path, 'Book Us', ({ name, bookingInvitation = '' }) =>
    `Book ${name}. ${bookingInvitation}`.trim(),
  ),
})

const songs = createRoute({
  ...visitorPage('songs', 'SongsPage', () => import('./SongsPage')),
  loader: async ({ context: { pageData } }) => {
    const [songs, tracks] = await Promise.all([pageData.songs(), pageData.music()])
    return { songs, tracks: tracks.filter(({ _id }) => songs.some((song) => song.trackId === _id)) }
  },
  head: head(pages.songs.path, 'Songs', ({ name }) => `What ${name} plays.`),
})

const press = createRoute({
  ...visitorPage('press', 'PressPage', () => import('./PressPage')),
  loader: async ({ context: { pageData } }) => {
    const [site, tracks] = await Promise.all([pageData.site(), pageData.music()])
    return { site, tracks: tracks.slice(0, 2) }
  },
  head: head(pages.press.path, 'Press', ({ name }) => `${name} for organisers and press.`),
})

/** Guards pages that don't work offline.
 * @throws OutOfReach if the site can't be reached */
export async function requireSite() {
  if (!(await useConnection.getState().probe())) throw new OutOfReach()
}

const login = createRoute({
  getParentRoute: () => root,
  path: pages.login.path,
  ssr: false,
  beforeLoad: async ({ cause, context, location }) => {
    if (cause !== 'stay') await requireSite()
    if (readToken() === null || !(await canEnter(context))) return
    const { returnTo = pages.admin.path } = location.state
    throw redirect({ href: returnTo, replace: true })
  },
  head: unlistedHead('Login'),
  component: lazyRouteComponent(() => import('./LoginPage')),
  staticData: { module: 'LoginPage' },
})

/** Milliseconds after which the login page opens without the response. */
const slowAfter = 4_000

/** Whether the token is valid and the router has the pages of the back office; without its scripts, the login form stays. */
async function canEnter({ openAdmin }: Pick<RouterContext, 'openAdmin'>): Promise<boolean> {
  try {
    const { verifyToken } = await import('../api-client/client')
    await verifyToken({ signal: AbortSignal.timeout(slowAfter) })
    await openAdmin()
    return true
  } catch {
    return false
  }
}

/** The document without data; only the build renders it. */
const shell = createRoute({
  getParentRoute: () => root,
  path: '/_shell',
  beforeLoad: ({ context }) => {
    if (!context.isShell) throw notFound()
  },
  head: () => ({ meta: [noIndex] }),
  component: Skeleton,
})

/** The routes of all pages but those of the back office, which visitors do not load (`admin-routes.tsx`). */
export const visitorRoutes = [
  home,
  aboutUs,
  shows,
  show,
  tonight,
  videos,
  music,
  bookUs,
  songs,
  press,
  login,
  shell,
] as const

root.addChildren(visitorRoutes)
