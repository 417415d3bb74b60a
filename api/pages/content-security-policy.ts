import { createHash } from 'node:crypto'

/** What a page of a site may get, beyond what is the site's. */
export interface Sources {
  /** Hashes of the scripts that stand in it. */
  scripts: string[]
  /** Origins that it calls: the API's, where that is another one. */
  calls: string[]
  /** Origins of embedded players. */
  frames: string[]
}

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The hashes of all scripts that stand in a page of the build. */
export const hashesOf = (html: string) =>
  [...html.matchAll(inlineScript)].map(([, , script = '']) => hash(script))

/** Takes the nonce of its rendering out of a page, and with it the hashes of the scripts that had it: of those
 * that the program wrote, and of none that came in with a text. Without it the page is the same for everybody. */
export function takeNonce(html: string, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const scripts = [...html.matchAll(inlineScript)]
    .filter(([, attributes = '']) => attributes.includes(mark))
    .map(([, , script = '']) => hash(script))
  const plain = html
    .replaceAll(mark, '')
    .replace(new RegExp(`<meta property="csp-nonce" content="${nonce}"/?>`), '')
  return { html: plain, scripts }
}

/** The Content-Security-Policy (CSP Level 3) of a page: its own scripts, those by their hashes that stand in it;
 * no plug-ins, no foreign frames but the chosen players, and no frame around it. */
export function contentSecurityPolicy({ scripts, calls, frames }: Sources): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(scripts)],
    // The band's colours and each record's place stand in style attributes; no style sheet does.
    'style-src-attr': ["'unsafe-inline'"],
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
