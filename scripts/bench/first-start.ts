/** Measures the first start of fresh clones with empty caches, and a second start of each, until the first page is
 * served: `npm run bench -- first-start [CLONES]`. The registries' speed is part of the result. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { median } from '../median'

const root = join(import.meta.dirname, '../..')
const clones = Number(process.argv[2] ?? 3)

/** Runs `npm start` and stops the site when it has served a page.
 * @returns seconds until then */
async function timeStart(clone: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const port = String(await getPort())
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...environment, PORT: port },
    stdio: 'inherit',
    detached: true,
  })
  const exit = new Promise((resolve) => child.on('exit', resolve))
  let isServed = false
  while (!isServed && child.exitCode === null) {
    await Bun.sleep(20)
    isServed = await fetch(`http://localhost:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const seconds = (performance.now() - startedAt) / 1_000
  if (!isServed) throw new Error('The site did not start.')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await exit
  return seconds
}

const first: number[] = []
const second: number[] = []
for (let count = 0; count < clones; count += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'first-start-'))
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', root, clone])
  const environment = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
    npm_config_cache: join(folder, 'npm'),
    PIP_CACHE_DIR: join(folder, 'pip'),
  }
  first.push(await timeStart(clone, environment))
  second.push(await timeStart(clone, environment))
  await rm(folder, { recursive: true })
}
const line = (seconds: number[]) =>
  `${seconds.map((one) => one.toFixed(1)).join(', ')} s, median ${median(seconds).toFixed(1)} s`
console.log(`First start: ${line(first)}\nSecond start: ${line(second)}`)
