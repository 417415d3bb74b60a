import { createHash } from 'node:crypto'

/** Where a site's pages may get things from, beyond itself. */
export interface Sources {
  /** Origins that pages call: the API's, where that is another one. */
  calls: string[]
  /** Origins of embedded players. */
  frames: string[]
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The Content-Security-Policy (CSP Level 3) of a page: its own scripts and, by their hashes, those that stand
 * in it; no plug-ins, no foreign frames but the chosen players, and no frame around it. */
export function contentSecurityPolicy(html: string, { calls, frames }: Sources): string {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(hashes)],
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
