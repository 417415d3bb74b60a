import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { entityTag, matchesEntityTag } from '../http/conditional'
import { acceptsEncoding } from '../http/content-encoding'
import { isHead } from '../http/head-requests'
import { hashesOf, type Inline } from './content-security-policy'

interface Asset {
  path: string
  size: number
  headers: Record<string, string>
  /** The hashes of what stands in a file that is a page. */
  inline?: Inline
  /** The names of the encodings that stand beside the file, best first. */
  encodings: { name: string; path: string; size: number }[]
}

const contentTypes: Record<string, string> = {
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

/** The files of the web build. Those under /assets have their content's hash in their name and are kept
 * for good by whoever got them; the others are asked for anew each time.
 * @param openFile Bun.file, which answers ranges by itself when it is a whole response body */
export function openAssets(
  directory: string,
  openFile: (path: string) => Blob,
  isOptional: boolean,
) {
  const assets = new Map<string, Asset>()
  const isEncoded = (path: string) => encodings.some(({ ending }) => path.endsWith(ending))
  const entries =
    isOptional && !existsSync(directory)
      ? []
      : readdirSync(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const isInternal = relative(directory, path).startsWith('.')
    if (entry.isFile() && !isEncoded(path) && !isInternal)
      assets.set(`/${relative(directory, path).split(sep).join('/')}`, describe(path))
  }

  return {
    /** The answer to a GET or HEAD, with the hashes of what stands in it if it is a page; or nothing where there is no
     * such file. */
    answer(
      request: Request,
      pathname: string,
    ): { response: Response; inline: Inline | undefined } | undefined {
      const asset = assets.get(pathname)
      return asset && { response: respond(request, pathname, asset), inline: asset.inline }
    },
  }

  function respond(request: Request, pathname: string, asset: Asset): Response {
    const headers: Record<string, string> = {
      ...asset.headers,
      'cache-control': pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    }
    if (matchesEntityTag(request.headers.get('if-none-match'), headers['etag'] ?? ''))
      return new Response(null, { status: 304, headers })
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = asset.encodings.find(({ name }) => acceptsEncoding(accepted, name))
    if (encoding) headers['content-encoding'] = encoding.name
    if (isHead(request))
      return new Response(null, {
        headers: { ...headers, 'content-length': String(encoding?.size ?? asset.size) },
      })
    return new Response(openFile(encoding?.path ?? asset.path), { headers })
  }
}

function describe(path: string): Asset {
  const present = encodings
    .filter(({ ending }) => existsSync(path + ending))
    .map(({ name, ending }) => ({ name, path: path + ending, size: statSync(path + ending).size }))
  return {
    path,
    size: statSync(path).size,
    ...(extname(path) === '.html' ? { inline: hashesOf(readFileSync(path, 'utf8')) } : {}),
    encodings: present,
    headers: {
      // Weak: the same tag stands for the file in each of its encodings.
      etag: `W/${entityTag(readFileSync(path))}`,
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      ...(present.length > 0
        ? { vary: 'accept-encoding, origin' }
        : { vary: 'origin', 'accept-ranges': 'bytes' }),
    },
  }
}
