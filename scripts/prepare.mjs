/**
 * Installs the prerequisites of a command if they are missing: Bun, the packages of the frozen lock file and, for
 * `start`, the web build. Plain JavaScript without packages, since it runs on a fresh clone under Node or Bun.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const purpose = process.argv[2]
const installed = join(root, 'node_modules/.installed-from')
const bunVersion = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.bun

installPackages()
if (purpose === 'start') await prepareStart(findBun(join(root, 'node_modules')))

/** Installs all packages, or only those that a site needs, unless they are installed. */
function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'bun.lock')))
    .digest('hex')
  const sets = purpose === 'start' ? [lock, `${lock} production`] : [lock]
  if (existsSync(installed) && sets.includes(readFileSync(installed, 'utf8'))) return
  console.log('Installing the packages ...')
  const bun = process.versions.bun ? process.execPath : installBun()
  const production = purpose === 'start' ? ['--production'] : []
  run(bun, ['install', '--frozen-lockfile', '--silent', ...production])
  writeFileSync(installed, sets.at(-1))
}

/** Builds the web part and, at the same time, downloads a mongod if the cache has none. */
async function prepareStart(bun) {
  const needsMongod = !process.env.MONGODB_URI && !existsSync(join(cacheFolder(), 'mongod'))
  // If this fails, the site tries again and says what to do.
  const mongod = needsMongod ? exitOf(bun, ['scripts/get-mongod.ts']) : undefined
  const status = await exitOf(bun, ['scripts/build.ts'])
  await mongod
  if (status !== 0) process.exit(1)
}

function exitOf(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', resolve)
  })
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cover-band')
}

/** Installs Bun from npm in the user's cache folder, where other clones find it. */
function installBun() {
  const folder = join(cacheFolder(), `bun-${bunVersion}`)
  const present = findBun(join(folder, 'node_modules'))
  if (present) return present
  console.log(`Installing Bun ${bunVersion} ...`)
  mkdirSync(folder, { recursive: true })
  const options = [
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
  ]
  // On Windows npm is a script, which only a shell can run.
  run('npm', ['install', '--prefix', folder, ...options, `bun@${bunVersion}`], {
    shell: process.platform === 'win32',
  })
  const bun = findBun(join(folder, 'node_modules'))
  if (!bun) fail(`Bun ${bunVersion} could not be installed. Install it from bun.sh and try again.`)
  return bun
}

/** Finds a working Bun binary in a node_modules folder: at the install script's target or in a platform package. */
function findBun(modules) {
  const scope = join(modules, '@oven')
  const packed = existsSync(scope)
    ? readdirSync(scope).map((name) => join(scope, name, 'bin/bun'))
    : []
  const candidates = [
    join(modules, 'bun/bin/bun.exe'),
    ...packed,
    ...packed.map((path) => `${path}.exe`),
  ]
  return candidates.find(
    (path) => existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
  )
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (status !== 0)
    fail(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : '.'}`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
