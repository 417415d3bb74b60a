/**
 * Installs the prerequisites of a command if they are missing: Bun, the packages of the frozen lock file and, for
 * `start`, the web build. Plain JavaScript without packages, since it runs on a fresh clone under Node or Bun.
 */
import { spawnSync } from 'node:child_process'
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
if (purpose === 'start') run(findBun(join(root, 'node_modules')), ['scripts/build.ts'])

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'bun.lock')))
    .digest('hex')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  console.log('Installing the packages ...')
  const bun = process.versions.bun ? process.execPath : installBun()
  run(bun, ['install', '--frozen-lockfile', '--silent'])
  writeFileSync(installed, lock)
}

/** Installs Bun from npm in the user's cache folder, where other clones find it. */
function installBun() {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'cover-band', `bun-${bunVersion}`)
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
