/** The map of the site: each page and each kind of path is named here once. Router, sitemap, service worker, development
 * server and the not-found logic read it; so it must not import the schemas. */

interface Page {
  /** The canonical spelling; any letter case leads to it. */
  path: string
  /** Whether anybody may see it: then it is rendered on the server, in the sitemap, and saved for offline use. */
  isPublic: boolean
  /** Whether it has a form, which nothing may cover. */
  hasForm?: boolean
  /** The lists that it shows, by which the time of its last change is known. */
  lists: readonly ListName[]
}

export type ListName = 'shows' | 'music'

/** Every page by its name. */
export const pages = {
  home: { path: '/', isPublic: true, lists: ['shows', 'music'] },
  aboutUs: { path: '/AboutUs', isPublic: true, lists: [] },
  shows: { path: '/Shows', isPublic: true, lists: ['shows'] },
  videos: { path: '/Videos', isPublic: true, lists: [] },
  music: { path: '/Music', isPublic: true, lists: ['music'] },
  bookUs: { path: '/BookUs', isPublic: true, hasForm: true, lists: [] },
  login: { path: '/login', isPublic: false, hasForm: true, lists: [] },
  admin: { path: '/Admin', isPublic: false, hasForm: true, lists: ['shows', 'music'] },
  enquiries: { path: '/Admin/enquiries', isPublic: false, hasForm: true, lists: [] },
  account: { path: '/Admin/account', isPublic: false, hasForm: true, lists: [] },
} as const satisfies Record<string, Page>

const allPages: readonly Page[] = Object.values(pages)

/** The pages that anybody may see. */
export const publicPages = allPages.filter(({ isPublic }) => isPublic)

/** Paths of the API that responses for everybody have. */
export const listPaths = { shows: '/api/shows', music: '/api/music' } as const satisfies Record<
  ListName,
  string
>

/** What programs read, besides the API. */
export const feedPaths = {
  calendar: '/shows.ics',
  rss: '/shows.rss',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  llms: '/llms.txt',
  security: '/.well-known/security.txt',
} as const

/** Files of the build that have a name without a hash, for 405. */
export const namedFiles = ['/sw.js', '/manifest.webmanifest', '/favicon.ico'] as const

/** The first segments below which there are no pages. */
export const prefixes = { api: '/api', audio: '/audio', assets: '/assets' } as const

const startsWith = (pathname: string, prefix: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

/** Whether a path could be a page's: it is neither below a prefix nor a file's. */
export const mayBePage = (pathname: string): boolean =>
  !Object.values(prefixes).some((prefix) => startsWith(pathname, prefix))

const oneShowCalendar = /^\/shows\/[^/]+\/calendar\.ics$/

/** Whether a path belongs to the API and what it serves to programs; the development server passes it on. */
export const isServedByApi = (pathname: string): boolean =>
  startsWith(pathname, prefixes.api) ||
  startsWith(pathname, prefixes.audio) ||
  Object.values<string>(feedPaths).includes(pathname) ||
  oneShowCalendar.test(pathname)

/** A path as paths are compared: without letter case, repeated and trailing slashes, and percent-encoding of ASCII. */
function plain(pathname: string): string {
  const decoded = pathname.replace(/%[2-7][\dA-F]/gi, (code) => decodeURIComponent(code))
  const path = decoded.toLowerCase().replace(/\/+/g, '/')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

const byPlainPath = new Map(allPages.map((page) => [plain(page.path), page]))

/** The page at a path, in whatever spelling; undefined for a path that is no page's. */
export const pageAt = (pathname: string): Page | undefined => byPlainPath.get(plain(pathname))

/** Whether a path is a public page's, in whatever spelling. */
export const isPublicPath = (pathname: string): boolean => pageAt(pathname)?.isPublic === true

/** Whether a path is in the back office, in whatever spelling. */
export const isAdminPath = (pathname: string): boolean =>
  startsWith(plain(pathname), plain(pages.admin.path))
