/** Builds one part of the web part: `bun scripts/build-part.ts client|server|worker <folder of the client build>`, in this
 * order. Each part has a process of its own, because the bundler keeps its memory until the process ends. */
import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build, resolveConfig } from 'vite'
import { renderShell } from '../api/pages/renderer'

const root = join(import.meta.dirname, '..')
const [part = '', client = ''] = process.argv.slice(2)
const folder = dirname(resolve(root, client))
const options = { root, logLevel: 'warn' } as const

const parts: Record<string, () => Promise<unknown>> = {
  client: () => build({ ...options, build: { outDir: client } }),

  async server() {
    const server = { ssr: 'web/entry-server.tsx', outDir: join(folder, 'server') }
    await build({ ...options, build: server })
  },

  async worker() {
    // The worker precaches the shell.
    writeFileSync(join(folder, 'client/shell.html'), await renderShell(folder))
    const { plugins } = await resolveConfig({ ...options, build: { outDir: client } }, 'build')
    await plugins.find(({ name }) => name === 'vite-plugin-pwa')?.api.generateSW()
  },
}

process.env['BUILD_PART'] = part
await parts[part]?.()
