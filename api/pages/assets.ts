import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { entityTag, matchesEntityTag } from '../http/conditional'
import { acceptsEncoding } from '../http/content-encoding'
import type { RequestContext } from '../http/request-context'
import { prefixes } from '../shared/site-map'
import { hashesOf, type Inline } from './content-security-policy'

interface Asset {
  path: string
  headers: Record<string, string>
  /** The hashes of inline scripts and styles, if the file is a page. */
  inline?: Inline
  /** The precompressed variants of the file, best first. */
  encodings: typeof encodings
}

/** The media types of files, by the endings of their names. */
export const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
]

/** The files of the web build. Those under /assets have a hash of their content in their name, so browsers may cache
 * them for a year; the others are revalidated each time. A file is read at its first request, so that the site starts sooner.
 * @param directory undefined for no files */
export function openAssets(directory: string | undefined) {
  const files = new Map<string, string>()
  const assets = new Map<string, Asset>()
  const isEncoded = (path: string) => encodings.some(({ ending }) => path.endsWith(ending))
  if (directory !== undefined)
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const isInternal = relative(directory, path).startsWith('.')
      if (entry.isFile() && !isEncoded(path) && !isInternal)
        files.set(`/${relative(directory, path).split(sep).join('/')}`, path)
    }

  function find(path: string): Asset | undefined {
    const file = files.get(path)
    if (file === undefined || assets.has(path)) return assets.get(path)
    // A later build may have removed the file.
    if (!existsSync(file)) return
    const asset = describe(file)
    assets.set(path, asset)
    return asset
  }

  return {
    /** Responds with a file, and with the hashes of its inline scripts and styles if it is a page; undefined if there
     * is no such file. */
    respond(context: RequestContext) {
      const asset = find(context.path)
      return asset && { response: respond(context, asset), inline: asset.inline }
    },
  }

  function respond({ request, path, isHead }: RequestContext, asset: Asset): Response {
    const headers: Record<string, string> = {
      ...asset.headers,
      ...(isImmutable(path) ? immutableHeaders : changingHeaders),
    }
    if (matchesEntityTag(request.headers.get('if-none-match'), headers['etag'] ?? ''))
      return new Response(null, { status: 304, headers })
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = asset.encodings.find(({ name }) => acceptsEncoding(accepted, name))
    if (encoding) headers['content-encoding'] = encoding.name
    const file = Bun.file(asset.path + (encoding?.ending ?? ''))
    if (isHead) headers['content-length'] = String(file.size)
    return new Response(isHead ? null : file, { headers })
  }
}

/** The headers of files whose content never changes. They are the same for every origin: requests of page modules and fonts have an
 * Origin header, those of a service worker have none, and with `Vary: Origin` they could not share the browser's cache. */
export const immutableHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding',
}

/** The headers of all other files, which are revalidated each time. */
const changingHeaders = { 'cache-control': 'no-cache', vary: 'accept-encoding, origin' }

/** Whether the content at a path never changes. */
const isImmutable = (path: string) =>
  path.startsWith(`${prefixes.assets}/`) || path.startsWith(`${prefixes.demo}/`)

function describe(path: string): Asset {
  const present = encodings.filter(({ ending }) => existsSync(path + ending))
  return {
    path,
    ...(extname(path) === '.html' ? { inline: hashesOf(readFileSync(path, 'utf8')) } : {}),
    encodings: present,
    headers: {
      // Weak, because all encodings of the file have the same tag.
      etag: `W/${entityTag(readFileSync(path))}`,
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      ...(present.length === 0 && { 'accept-ranges': 'bytes' }),
    },
  }
}
