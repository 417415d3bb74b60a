/** The addresses of the pages that anybody may read, under the spelling that counts. */
export const publicPaths = ['/', '/AboutUs', '/Shows', '/Videos', '/Music', '/BookUs'] as const

/** A path as paths are compared: letter case and a slash at the end say nothing. */
export const plainPath = (pathname: string) => pathname.toLowerCase().replace(/\/$/, '') || '/'

const plainPublicPaths = new Set(publicPaths.map(plainPath))

export const isPublicPath = (pathname: string) => plainPublicPaths.has(plainPath(pathname))
