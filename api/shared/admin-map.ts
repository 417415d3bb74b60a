/** The pages of the back office, in a file of their own, because no script of a visitor needs them. */
import { normalise, pageAt, pages, tonightPath } from './site-map'

/** The paths of the pages below `pages.admin`, by name. */
export const adminPaths = {
  // Both lead to the tabs of `pages.admin`.
  shows: '/Admin/shows',
  music: '/Admin/music',
  enquiries: '/Admin/enquiries',
  site: '/Admin/site',
  account: '/Admin/account',
  songs: '/Admin/songs',
  nights: '/Admin/nights',
  stage: '/Admin/stage',
  more: '/Admin/more',
  setUp: '/Admin/start',
} as const

/** The web app manifest for the band's own devices. */
export const bandManifestPath = '/band.webmanifest'

const otherPathsByForm = new Map(
  [tonightPath, ...Object.values(adminPaths)].map((path) => [normalise(path), path]),
)

/** The pages of one show: its poster and its set list, as normalised paths. */
export const pageOfShow = /^\/admin\/(poster|set)\/[\da-f]{24}$/

/** The canonical spelling of the path of a page, or of the redirect to today's show; undefined for other paths. */
export function canonicalPath(pathname: string): string | undefined {
  const path = normalise(pathname)
  if (pageOfShow.test(path)) return path.replace(/^\/admin/, pages.admin.path)
  return pageAt(pathname)?.path ?? otherPathsByForm.get(path)
}
