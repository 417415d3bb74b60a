/** Runs the site with hot reload: Vite serves the pages and their modules on PORT and forwards all other requests to
 * the API, which restarts when its files change. */
import { spawn } from 'node:child_process'
import { request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import getPort from 'get-port'
import { type Connect, createServer, type EnvironmentModuleNode, type ViteDevServer } from 'vite'
import type { MusicResponse } from '../api/contract/music'
import type { PublicData } from '../api/contract/page'
import type { ShowsResponse } from '../api/contract/shows'
import type { SiteResponse } from '../api/contract/site'
import type { Song } from '../api/contract/songs'
import { readEnvironment } from '../api/environment'
import { openEmbeddedMongo } from '../api/mongo/mongo'
import { until } from '../api/process/processes'
import { isServedByApi } from '../api/shared/site-map'

const root = join(import.meta.dirname, '..')
const styles = '/@styles'

const environment = readEnvironment(process.env)
const { port, host, publicUrl, mongodbUri } = environment
// The database runs outside the API's process, so that it survives the API's restarts.
const mongo =
  mongodbUri === undefined
    ? await openEmbeddedMongo({ ...environment, report: console.log, reservedPort: port })
    : undefined
const apiPort = await getPort()
const apiUrl = `http://localhost:${apiPort}`

const api = spawn(process.execPath, ['--watch', 'api/main.ts', '--api-only'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(apiPort),
    HOST: 'localhost',
    ...(mongo ? { MONGODB_URI: mongo.uri, DEMO_CONTENT: process.env['DEMO_CONTENT'] || 'on' } : {}),
    PUBLIC_URL: publicUrl ?? `http://${host}:${port}`,
  },
})
const vite = await createServer({
  root,
  appType: 'custom',
  server: { port, host, strictPort: true },
})
vite.middlewares.use((incoming, response) => void respond(incoming, response))
await vite.listen()
console.log(`With hot reload at http://${host}:${port}`)

let isStopping = false
async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  api.kill('SIGTERM')
  await until(() => api.exitCode !== null || api.signalCode !== null, 3_000)
  api.kill('SIGKILL')
  await mongo?.close()
  process.exit(code)
}
// Vite's own listener would end the process before the database is closed.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
api.on('exit', (code) => void stop(code ?? 1))

async function respond(incoming: Connect.IncomingMessage, response: ServerResponse) {
  const url = new URL(incoming.originalUrl ?? '/', `http://${incoming.headers.host}`)
  try {
    if (incoming.method !== 'GET' || isServedByApi(url.pathname)) return forward(incoming, response)
    if (url.pathname.startsWith(`${styles}/`) && url.pathname.endsWith('.css')) {
      const module = await vite.ssrLoadModule(`${url.pathname.slice(styles.length)}?inline`)
      return void response.setHeader('content-type', 'text/css').end(module['default'])
    }
    const page = await renderPage(new Request(url))
    response.writeHead(page.status, Object.fromEntries(page.headers))
    Readable.fromWeb(page.body as never).pipe(response)
  } catch (error) {
    vite.ssrFixStacktrace(error as Error)
    console.error(error)
    response.writeHead(500).end(String(error))
  }
}

function forward(incoming: Connect.IncomingMessage, response: ServerResponse) {
  const { method, headers, originalUrl } = incoming
  const outgoing = request(`${apiUrl}${originalUrl}`, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(response)
  })
  outgoing.on('error', () => response.writeHead(503, { 'retry-after': '1' }).end())
  incoming.pipe(outgoing)
}

const data: PublicData = {
  shows: async () => ((await (await fetch(`${apiUrl}/api/shows`)).json()) as ShowsResponse).shows,
  site: async () => ((await (await fetch(`${apiUrl}/api/site`)).json()) as SiteResponse).site,
  songs: async () =>
    ((await (await fetch(`${apiUrl}/api/songs`)).json()) as { songs: Song[] }).songs,
  music: async () => ((await (await fetch(`${apiUrl}/api/music`)).json()) as MusicResponse).music,
}

async function renderPage(request: Request): Promise<Response> {
  const web = (await vite.ssrLoadModule(
    '/web/entry-server.tsx',
  )) as typeof import('../web/entry-server')
  const entries = await Promise.all(
    ['web/entry-client.tsx', ...web.pageModules()].map(
      async (module) => [module, await stylesOf(vite, module)] as const,
    ),
  )
  const css = new Map(entries)
  const render = web.createRenderer({
    entry: { css: [`${styles}/web/styles/base.css`], js: [], src: '/web/entry-client.tsx' },
    page: (module) => ({ css: css.get(module) ?? [], js: [] }),
    before: await devScripts(request.url),
    areStylesTemporary: true,
  })
  const settings = { apiHost: undefined, port, publicUrl: new URL(request.url).origin }
  return render(request, { data, settings })
}

/** Returns the scripts that Vite adds to an HTML page: its client and React Refresh. */
async function devScripts(url: string) {
  const html = await vite.transformIndexHtml(url, '<html><head></head><body></body></html>')
  const scripts = html.matchAll(/<script type="module"(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, src, children = '']) =>
    src ? { attrs: { type: 'module', src } } : { attrs: { type: 'module' }, children },
  )
}

async function stylesOf(server: ViteDevServer, module: string): Promise<string[]> {
  if (module === 'web/entry-client.tsx') return []
  await server.ssrLoadModule(`/${module}`)
  const graph = server.environments['ssr']?.moduleGraph
  const found = new Set<string>()
  const seen = new Set<EnvironmentModuleNode>()
  const walk = (node: EnvironmentModuleNode | undefined) => {
    if (!node || seen.has(node)) return
    seen.add(node)
    if (/\.css($|\?)/.test(node.url)) found.add(styles + node.url)
    for (const imported of node.importedModules) walk(imported)
  }
  walk(await graph?.getModuleByUrl(`/${module}`))
  return [...found]
}
