import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

const entry = 'web/entry-client.tsx'
/** Modules that only the back office loads, and the chunk that its pages share (`vite.config.ts`). */
const adminModules =
  /^(_admin-|web\/routes\/(admin\/|admin-routes|LoginPage\.tsx|document\/AdminLink\.tsx))/

/** Selects the files of the client build that visitors load: all except scripts and styles of the back office.
 * @param client the folder of the client build
 * @returns a predicate on paths relative to that folder
 * @throws {Error} if a script for visitors imports one of the back office */
export function filesOfVisitors(client: string): (path: string) => boolean {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(client, '.vite/manifest.json'), 'utf8'),
  )
  const used = new Set<string>()
  const seen = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key) || adminModules.test(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) used.add(file)
    // Without this file, the page would not open offline.
    const excluded = chunk.imports?.find((imported) => adminModules.test(imported))
    if (excluded !== undefined) throw new Error(`${key} is for visitors, but imports ${excluded}.`)
    for (const imported of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
      walk(imported)
  }
  walk(entry)
  return (path) => !/\.(js|css)$/.test(path) || used.has(path)
}
