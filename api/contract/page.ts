import type { Track } from './music'
import type { FieldError } from './problem'
import type { Show } from './shows'

/** What the web part needs to know of its server; it stands in each page's head. */
export interface SiteSettings {
  /** Origin to call for admin, booking and login; without it the page's own host at `port`. */
  apiHost: string | undefined
  port: number
  /** Absolute origin of the public site, for canonical addresses. */
  publicUrl: string
}

/** Where pages get their lists from: on the server out of memory, in the browser over HTTP. */
export interface PublicData {
  shows(signal?: AbortSignal): Promise<Show[]>
  music(signal?: AbortSignal): Promise<Track[]>
}

/** What became of a booking form that was sent by itself, without scripts: it was taken, or what stood in it and what
 * is wrong with that. */
export interface PostedEnquiry {
  isTaken: boolean
  name: string
  email: string
  message: string
  errors: FieldError[]
}

/** What a page is rendered with. */
export interface PageContext {
  /** Of the scripts in the page (CSP Level 3). */
  nonce?: string
  data: PublicData
  settings: SiteSettings
  posted?: PostedEnquiry
}

/** What the web part's server build exports under the name `renderPage`: a page as complete HTML, with
 * status 404 for a path that is none of the site's, or a redirect. */
export type RenderPage = (request: Request, context: PageContext) => Promise<Response>
