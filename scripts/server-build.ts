import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import { renderShell } from '../api/pages/renderer.ts'

const root = join(import.meta.dirname, '..')

/** Builds the server renderer beside the client build and renders the shell page with it.
 * @param client the folder of the client build */
export async function buildServerPart(client: string): Promise<void> {
  const folder = dirname(resolve(root, client))
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: 'web/entry-server.tsx', outDir: join(folder, 'server') },
  })
  writeFileSync(join(folder, 'client/shell.html'), await renderShell(folder))
}
