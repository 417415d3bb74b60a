import type { NightState } from '../shared/night-answers'
import type { Track } from './music'
import type { FieldError } from './problem'
import type { Show } from './shows'
import type { Site } from './site'
import type { Song } from './songs'

/** Settings that the web part gets from its server, in the head of each page. */
export interface SiteSettings {
  /** Origin for admin, booking and login requests; the default is the page's own host with `port`. */
  apiHost: string | undefined
  port: number
  /** Origin of the public site, for canonical URLs. */
  publicUrl: string
}

/** The lists that pages show, and the band's words: read from memory on the server, over HTTP in the browser. */
export interface PublicData {
  site(): Promise<Site>
  shows(): Promise<Show[]>
  music(): Promise<Track[]>
  songs(): Promise<Song[]>
}

/** The result of a booking form that was submitted without JavaScript: accepted, or rejected with field errors. */
export interface PostedEnquiry {
  isAccepted: boolean
  /** The submitted texts by the names of the fields. */
  fields: Readonly<Record<string, string>>
  errors: FieldError[]
  /** The reference of an accepted message. */
  reference?: string
  /** The availability of the enquiry's date; absent without a date. */
  night?: NightState
}

export interface PageContext {
  /** The nonce of the page's scripts (CSP Level 3). */
  nonce?: string
  data: PublicData
  settings: SiteSettings
  posted?: PostedEnquiry
  /** Called with the error of a component; the page then has status 500, and the browser tries to render that part. */
  onError?: (error: unknown) => void
}

/** The type of `renderPage`, which the web part's server build exports. It resolves to a complete HTML page (with
 * status 404 for an unknown path) or to a redirect. */
export type RenderPage = (request: Request, context: PageContext) => Promise<Response>
