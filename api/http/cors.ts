import { cors } from '@elysiajs/cors'

export interface CorsOptions {
  /** The origins in CORS_ORIGINS and PUBLIC_URL. */
  origins: readonly (string | undefined)[]
  /** Whether visitors reach the site by https. */
  isHttps: boolean
}

/** Cross-origin access (Fetch Standard, 3.3) as an Elysia plugin. */
export const createCors = (options: CorsOptions) =>
  cors({
    origin: (request) => isAllowedOrigin(request, options),
    credentials: false,
    allowedHeaders: [
      ...['authorization', 'content-type', 'idempotency-key'],
      ...['if-match', 'if-none-match', 'if-range', 'range'],
      ...['x-current-password', 'x-http-method-override'],
      ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'],
    ],
    exposeHeaders: [
      ...['etag', 'retry-after', 'accept-ranges', 'content-range', 'content-disposition'],
      ...['allow', 'www-authenticate', 'x-request-id'],
      ...['location', 'content-location', 'tus-resumable', 'tus-version', 'tus-extension'],
      ...['tus-max-size', 'upload-expires', 'upload-length', 'upload-metadata', 'upload-offset'],
    ],
    maxAge: 600,
  })

/** Whether pages of the request's origin may read responses: the site's own pages, also on another port of the same
 * host, and those of `origins`. If the site uses HTTPS, origins with `http:` are rejected, because an attacker
 * on the network can forge such pages. */
function isAllowedOrigin(request: Request, { origins, isHttps }: CorsOptions): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  if (origins.includes(origin)) return true
  const { protocol, hostname } = new URL(origin)
  const site = new URL(request.url)
  const isSecure = isHttps || site.protocol === 'https:'
  const isWeb = protocol === 'https:' || (protocol === 'http:' && !isSecure)
  return isWeb && hostname === site.hostname
}
