/** The pages and public paths of the site, used by the router, the sitemap, the service worker, the development server
 * and the 404 logic. This file must not import the schemas, which are too large for the browser. */

import { drawnPaths } from './drawn-files'

interface Page {
  /** The canonical path; matched case-insensitively. */
  path: string
  /** Whether it is for the band only; all other pages are rendered on the server, listed in the sitemap and saved for
   * offline use. */
  isUnlisted?: true
  /** Whether it has a form; prompts must not cover a form. */
  hasForm?: boolean
  /** The lists that it shows; they determine its time of last modification. */
  lists: readonly ListName[]
}

export type ListName = 'shows' | 'music' | 'songs' | 'site'

/** The pages of visitors, and those from which the back office (`admin-map.ts`) is entered. */
export const pages = {
  home: { path: '/', lists: ['shows', 'music', 'site'] },
  aboutUs: { path: '/AboutUs', lists: ['site'] },
  shows: { path: '/Shows', lists: ['shows'] },
  videos: { path: '/Videos', lists: ['site'] },
  music: { path: '/Music', lists: ['music'] },
  bookUs: { path: '/BookUs', hasForm: true, lists: ['site', 'songs'] },
  songs: { path: '/Songs', lists: ['songs', 'music'] },
  press: { path: '/Press', lists: ['site', 'music'] },
  login: { path: '/login', isUnlisted: true, hasForm: true, lists: [] },
  admin: { path: '/Admin', isUnlisted: true, hasForm: true, lists: ['shows', 'music'] },
} as const satisfies Record<string, Page>

export type PublicPageName = {
  [Name in keyof typeof pages]: (typeof pages)[Name] extends { isUnlisted: true } ? never : Name
}[keyof typeof pages]

const allPages: readonly Page[] = Object.values(pages)

export const publicPages = allPages.filter(({ isUnlisted }) => !isUnlisted)

/** Paths of the public lists of the API. The band's words (`site`) are a list of one. */
export const listPaths = {
  shows: '/api/shows',
  music: '/api/music',
  songs: '/api/songs',
  site: '/api/site',
} as const satisfies Record<ListName, string>

/** The calendar of all shows. A constant apart from `feedPaths`, because the service worker needs no other feed and must stay
 * small. */
export const calendarFeed = '/shows.ics'

/** Paths of feeds, of files for crawlers, of the QR code of today's show, and of the pictures for the press. */
export const feedPaths = {
  calendar: calendarFeed,
  rss: '/shows.rss',
  tonightCode: '/tonight.svg',
  pressPictures: '/press.zip',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  llms: '/llms.txt',
  security: '/.well-known/security.txt',
} as const

/** Files without a hash in their name, for 405 responses. */
export const namedFiles = {
  serviceWorker: '/sw.js',
  manifest: '/manifest.webmanifest',
  favicon: '/favicon.ico',
} as const

/** Path prefixes that contain no pages. */
export const prefixes = {
  api: '/api',
  audio: '/audio',
  /** Videos and other files that the band uploads for its pages. */
  files: '/files',
  assets: '/assets',
  pictures: '/pictures',
  /** Pictures and videos that a new site starts with. The content of a file never changes. */
  demo: '/demo',
} as const

const startsWith = (pathname: string, prefix: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

/** Whether a path could be a page, because it is not below one of `prefixes`. */
export const mayBePage = (pathname: string): boolean =>
  !Object.values(prefixes).some((prefix) => startsWith(pathname, prefix))

const showPrefix = `${pages.shows.path}/`

/** The path of a show's page. */
export const showPath = (slug: string): string => `${showPrefix}${slug}`

/** The path that redirects to today's show. */
export const tonightPath = '/tonight'

const fileOfRecord =
  /^\/(shows\/[^/]+\/(calendar\.ics|card\.jpg|code\.svg)|music\/[^/]+\/cover\.jpg)$/

/** Whether the API serves a path, feeds and audio included; the development server proxies these paths. */
export const isServedByApi = (pathname: string): boolean =>
  startsWith(pathname, prefixes.api) ||
  startsWith(pathname, prefixes.audio) ||
  startsWith(pathname, prefixes.files) ||
  startsWith(pathname, prefixes.pictures) ||
  Object.values<string>(feedPaths).includes(pathname) ||
  drawnPaths().includes(pathname) ||
  pathname.endsWith('.webmanifest') ||
  pathname === tonightPath ||
  fileOfRecord.test(pathname)

/** Normalises a path for comparison: lower case, without repeated and trailing slashes and without percent-encoding of
 * ASCII characters. */
export function normalise(pathname: string): string {
  const decoded = pathname.replace(/%[2-7][\dA-F]/gi, (code) => decodeURIComponent(code))
  const path = decoded.toLowerCase().replace(/\/+/g, '/')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

const pagesByPath = new Map(allPages.map((page) => [normalise(page.path), page]))

/** The slug of a show in the path of its page, in any spelling; undefined for other paths. */
export function showSlugOf(pathname: string): string | undefined {
  const path = normalise(pathname)
  if (!path.startsWith(showPrefix.toLowerCase())) return
  const slug = path.slice(showPrefix.length)
  return /^[a-z0-9-]+$/.test(slug) ? slug : undefined
}

/** Finds the page with a path, in any spelling; undefined if there is none. A page is also returned for a slug that no
 * show has. */
export function pageAt(pathname: string): Page | undefined {
  const page = pagesByPath.get(normalise(pathname))
  const slug = showSlugOf(pathname)
  return page ?? (slug === undefined ? undefined : { path: showPath(slug), lists: ['shows'] })
}

/** Whether a path belongs to a public page, in any spelling. */
export const isPublicPath = (pathname: string): boolean => {
  const page = pageAt(pathname)
  return page !== undefined && !page.isUnlisted
}

/** Whether a path belongs to the back office, in any spelling. */
export const isAdminPath = (pathname: string): boolean =>
  startsWith(normalise(pathname), normalise(pages.admin.path))

/** Whether a path is the login page's, in any spelling. */
export const isLoginPath = (pathname: string): boolean =>
  normalise(pathname) === normalise(pages.login.path)
