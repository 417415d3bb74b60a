import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { keepPreviousFiles } from './previous-build'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** The folder in which a build is made. A running site keeps the files in `dist` until the build is complete. */
const next = join(root, 'dist.next')
const former = join(root, 'dist.former')
const stamp = '.sources'
const sources = [
  'web',
  'api/contract',
  'api/shared',
  'api/pages/renderer.ts',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/previous-build.ts',
  'scripts/build-part.ts',
  'scripts/visitor-files.ts',
  'bun.lock',
]
const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.webmanifest', '.txt'])

/** Builds the web part if its sources have changed since the last build.
 * @returns whether it was built */
export async function buildWhereNeeded(): Promise<boolean> {
  const digest = await digestOfSources()
  const present = join(dist, stamp)
  if (existsSync(present) && readFileSync(present, 'utf8') === digest) return false
  await buildWeb()
  writeFileSync(join(next, stamp), digest)
  await rm(former, { recursive: true, force: true })
  if (existsSync(dist)) await rename(dist, former)
  await rename(next, dist)
  await rm(former, { recursive: true, force: true })
  return true
}

const step = (number: number, what: string) =>
  console.log(`Build, step ${number} of 2: ${what} ...`)

async function buildWeb() {
  process.env.NODE_ENV = 'production'
  step(1, 'Building the pages')
  await rm(next, { recursive: true, force: true })
  const client = join(next, 'client')
  for (const part of ['client', 'server', 'worker']) await buildPart(part, client)
  step(2, 'Compressing')
  await compress(client)
  await keepPreviousFiles(dist, next)
}

async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256').update(process.env['SERVICE_WORKER'] ?? '')
  for (const source of sources) {
    const path = join(root, source)
    const isFile = extname(path) !== ''
    const entries = isFile ? [] : await readdir(path, { recursive: true, withFileTypes: true })
    const files = isFile
      ? [path]
      : entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort())
      digest.update(file.slice(root.length)).update(await readFile(file))
  }
  return digest.digest('hex')
}

/** Builds a part in a process of its own (`build-part.ts`).
 * @throws if the build fails; its errors are printed */
async function buildPart(part: string, client: string) {
  const program = join(import.meta.dirname, 'build-part.ts')
  const child = spawn(process.execPath, [program, part, client], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The build of the ${part} failed.`)
}

/** Writes brotli and gzip variants beside each text file where they are smaller. */
async function compress(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      const brotli = await promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
      const gzipped = await promisify(gzip)(bytes, { level: 9 })
      if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli)
      if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped)
    }),
  )
}

if (import.meta.main) await buildWhereNeeded()
