import { createHash } from 'node:crypto'

/** Hashes of what stands in a page itself. */
export interface Inline {
  scripts: string[]
  styles: string[]
}

/** What a page of a site may get, beyond what is the site's. */
export interface Sources {
  inline: Inline
  /** Origins that it calls: the API's, where that is another one. */
  calls: string[]
  /** Origins of embedded players. */
  frames: string[]
}

const element = /<(script|style)(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/\1>/g

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The hashes of the scripts and styles in a page that have a mark among their attributes. */
function hashesOfMarked(html: string, mark: string): Inline {
  const hashes: Inline = { scripts: [], styles: [] }
  for (const [, name, attributes = '', text = ''] of html.matchAll(element))
    if (attributes.includes(mark)) hashes[name === 'script' ? 'scripts' : 'styles'].push(hash(text))
  return hashes
}

/** The hashes of all scripts and styles that stand in a page of the build. */
export const hashesOf = (html: string) => hashesOfMarked(html, '')

/** Escapes CR and NUL in a script, which browsers replace before they compute its hash: CR
 * becomes LF, and NUL becomes U+FFFD (HTML Standard, 13.2.3.5 and 13.2.5.4). */
const escapeReplaced = (script: string) => script.replaceAll('\r', '\\r').replaceAll('\0', '\\x00')

/** Takes the nonce of its rendering out of a page, and with it the hashes of the scripts and styles that had it: of those
 * that the program wrote, and of none that came in with a text. Without it the page is the same for everybody. */
export function takeNonce(html: string, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const escaped = html.replace(element, (whole, name: string, attributes: string, text: string) =>
    name === 'script' && attributes.includes(mark)
      ? `<script${attributes}>${escapeReplaced(text)}</script>`
      : whole,
  )
  const plain = escaped
    .replaceAll(mark, '')
    .replace(new RegExp(`<meta property="csp-nonce" content="${nonce}"/?>`), '')
  return { html: plain, inline: hashesOfMarked(escaped, mark) }
}

/** The Content-Security-Policy (CSP Level 3) of a page: its own scripts and styles, those by their hashes that stand in it;
 * no plug-ins, no foreign frames but the chosen players, and no frame around it. */
export function contentSecurityPolicy({ inline, calls, frames }: Sources): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(inline.scripts)],
    'style-src': ["'self'", ...new Set(inline.styles)],
    // The band's colours and each record's place stand in style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    // The blur that stands in a picture's place is in its address.
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...calls],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...calls],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

const players = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
} as const

/** The origins of the players that a band's videos need. */
export const framesOf = (videos: readonly { provider: string }[]): string[] =>
  Object.entries(players)
    .filter(([provider]) => videos.some((video) => video.provider === provider))
    .map(([, origin]) => origin)
