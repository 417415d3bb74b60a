import { createHash } from 'node:crypto'

/** Hashes of the inline scripts and styles of a page. */
export interface Inline {
  scripts: string[]
  styles: string[]
}

/** Sources that a page may load in addition to the site's own files. */
export interface Sources {
  inline: Inline
  /** Origins that it sends requests to: the API's, if it differs from the page's. */
  calls: string[]
  /** Origins of embedded players. */
  frames: string[]
}

const element = /<(script|style)(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/\1>/g

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The hashes of a page's inline scripts and styles.
 * @param attribute only elements with this text among their attributes; by default, all */
export function hashesOf(html: string, attribute = ''): Inline {
  const hashes: Inline = { scripts: [], styles: [] }
  for (const [, name, attributes = '', text = ''] of html.matchAll(element))
    if (attributes.includes(attribute))
      hashes[name === 'script' ? 'scripts' : 'styles'].push(hash(text))
  return hashes
}

/** Escapes CR and NUL in a script, which browsers replace before they compute its hash: CR
 * becomes LF, and NUL becomes U+FFFD (HTML Standard, 13.2.3.5 and 13.2.5.4). */
const escapeReplaced = (script: string) => script.replaceAll('\r', '\\r').replaceAll('\0', '\\x00')

/** Removes the nonce from a rendered page, so that the page is the same for all visitors, and returns the hashes of the
 * inline scripts and styles that had the nonce. Injected scripts and styles don't have it, so they get no hash. */
export function removeNonce(html: string, nonce: string) {
  const attribute = ` nonce="${nonce}"`
  const escaped = html.replace(element, (whole, name: string, attributes: string, text: string) =>
    name === 'script' && attributes.includes(attribute)
      ? `<script${attributes}>${escapeReplaced(text)}</script>`
      : whole,
  )
  const plain = escaped
    .replaceAll(attribute, '')
    .replace(new RegExp(`<meta property="csp-nonce" content="${nonce}"/?>`), '')
  return { html: plain, inline: hashesOf(escaped, attribute) }
}

/** The Content-Security-Policy (CSP Level 3) of a page. It allows the site's scripts and styles, inline ones by hash,
 * and frames of the given players. It forbids plug-ins, other frames, and embedding the page in a frame. */
export function contentSecurityPolicy({ inline, calls, frames }: Sources): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(inline.scripts)],
    'style-src': ["'self'", ...new Set(inline.styles)],
    // Pages set colours and positions in style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    // The blurred placeholders of pictures are data: URLs.
    'img-src': ["'self'", 'data:'],
    // The back office plays drafts, which have no public address.
    'media-src': ["'self'", 'blob:'],
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
