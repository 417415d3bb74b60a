import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RenderPage } from '../contract/page'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const entry = 'web/entry-client.tsx'
const hydrationModule = 'web/hydration/start.tsx'

/** Loads the server build of the web part, and creates its renderer with the styles and script URLs of the client
 * build.
 * @param build the folder that holds both builds, `client` and `server` */
export async function loadRenderer(build: string): Promise<RenderPage> {
  const { createRenderer } = await load(build)
  return createRenderer(assetsOf(build))
}

/** Renders the document without data, for the service worker. The build calls this once. */
export async function renderShell(build: string): Promise<string> {
  const { renderShell } = await load(build)
  return renderShell(assetsOf(build))
}

const load = (build: string) => import(join(build, 'server/server.js'))

function assetsOf(build: string) {
  const manifestPath = join(build, 'client/.vite/manifest.json')
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'))
  /** The files of the modules that were asked for, because each rendered page asks again. */
  const pages = new Map<string, ReturnType<typeof collect>>()
  const own = (manifest[entry]?.css ?? []).map((file) => `/${file}`)
  const sheets = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))
  return {
    styles: Object.fromEntries(
      [...sheets].map((file) => [`/${file}`, readFileSync(join(build, 'client', file), 'utf8')]),
    ),
    entry: {
      // The entry's own styles come first, because they define the order of the cascade layers.
      css: [...new Set([...own, ...collect(manifest, entry).css])],
      js: [...collect(manifest, entry).js, ...collect(manifest, hydrationModule).js],
      src: `/${manifest[entry]?.file}`,
    },
    page(module: string) {
      const found = pages.get(module) ?? collect(manifest, module)
      pages.set(module, found)
      return found
    },
  }
}

/** The files that a module needs to load: its own and those of its static imports. */
function collect(manifest: Record<string, Chunk>, module: string) {
  const css = new Set<string>()
  const js = new Set<string>()
  const seen = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) walk(imported)
    js.add(`/${chunk.file}`)
    for (const file of chunk.css ?? []) css.add(`/${file}`)
  }
  walk(module)
  return { css: [...css], js: [...js] }
}
