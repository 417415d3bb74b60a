import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const officialVersion = '7.0.28'
/** Milliseconds without progress after which the download is aborted. */
const stallTimeout = 15_000
/** Milliseconds between two looks at the progress. */
const interval = 250

/** Starts to download the official mongod to `target`.
 * @param folder for the unfinished download; it is removed at the end
 * @param report called with one line for each step
 * @returns `begun`, which resolves when the first bytes have come, and `failure`: the reason of the failure, or undefined when the
 * binary was written */
export function downloadOfficial(target: string, folder: string, report: (line: string) => void) {
  report(`Getting MongoDB ${officialVersion} (about 70 MB, only this once) ...`)
  const program = join(import.meta.dirname, 'download-mongod.ts')
  const child = spawn(process.execPath, [program, officialVersion, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, MONGOMS_RUNTIME_DOWNLOAD: 'true' },
  })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const begun = Promise.withResolvers<void>()
  let bytes = 0
  let reported = 0
  let lastProgressAt = Date.now()
  const watch = setInterval(() => {
    const now = sizeOf(folder)
    if (now > bytes) {
      begun.resolve()
      lastProgressAt = Date.now()
      bytes = now
    } else if (Date.now() - lastProgressAt > stallTimeout) child.kill('SIGKILL')
    if (bytes - reported > 10e6) {
      report(`... ${Math.round(bytes / 1e6)} MB`)
      reported = bytes
    }
  }, interval)

  async function end() {
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    clearInterval(watch)
    const downloaded = existsSync(folder) ? readdirSync(folder).find(isBinary) : undefined
    if (code === 0 && downloaded) {
      chmodSync(join(folder, downloaded), 0o755)
      renameSync(join(folder, downloaded), target)
    }
    rmSync(folder, { recursive: true, force: true })
    if (code === 0 && downloaded) return
    return `The official download of MongoDB failed (${reasonIn(errors)}).`
  }

  return { begun: begun.promise, failure: end(), cancel: () => child.kill('SIGKILL') }
}

const isBinary = (name: string) =>
  name.startsWith('mongod') && !/\.(tgz|zip|lock|downloading|md5)$/.test(name)

/** The number of downloaded bytes; the downloader's lock file is none of them. */
function sizeOf(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => !name.endsWith('.lock'))
    .reduce((total, name) => total + (Bun.file(join(folder, name)).size || 0), 0)
}

/** Extracts the error code or message from a stack trace. */
function reasonIn(text: string): string {
  const [reason] = /\b(E[A-Z]{4,}|[A-Za-z]*Error: [^\n]{1,100})/.exec(text) ?? []
  return reason ?? 'no progress for 15 seconds'
}
