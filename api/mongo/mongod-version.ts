import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from 'mongodb'

/** The release series, oldest first, with the month of their end of life
 * (https://www.mongodb.com/legal/support-policy/lifecycles). Data of one series can be opened by it and by the next. */
const series: Record<string, string | undefined> = {
  '5.0': '2024-10',
  '6.0': '2025-07',
  '7.0': '2027-08',
  '8.0': '2029-10',
}
const order = Object.keys(series)

/** The version of a mongod, such as `7.0.28`; undefined if the path is not a mongod that runs on this machine. */
export function versionOf(path: string): string | undefined {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return /^db version v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1]
}

/** The release series of a version: `7.0` of `7.0.28`. */
const seriesOf = (version: string): string => version.split('.').slice(0, 2).join('.')

/** Compares two versions, as for `Array.prototype.sort`. */
export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true })

const recordIn = (directory: string) => join(directory, 'mongod.version')

/** The version of the mongod that last opened a data directory; undefined if none is recorded. */
export function recordedVersion(directory: string): string | undefined {
  const path = recordIn(directory)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Why one version can't open the data of another, and what to do about it; undefined if it can.
 * @param from undefined if there is no data */
export function upgradeProblem(from: string | undefined, to: string): string | undefined {
  if (from === undefined) return
  const problem = `MongoDB ${to} can't open data that MongoDB ${from} has written.`
  if (compareVersions(seriesOf(to), seriesOf(from)) < 0)
    return `${problem} Start with MONGOD=PATH of a mongod ${seriesOf(from)} or newer.`
  const [first, last] = [order.indexOf(seriesOf(from)), order.indexOf(seriesOf(to))]
  if (first >= 0 && last > first + 1)
    return `${problem} Start once with MONGOD=PATH of a mongod ${order[first + 1]}.`
}

/** Records the version that has opened a data directory, and sets featureCompatibilityVersion to its series. Older
 * series can't open the data afterwards. */
export async function adoptVersion(db: Db, directory: string, version: string): Promise<void> {
  const { featureCompatibilityVersion } = await db
    .admin()
    .command({ getParameter: 1, featureCompatibilityVersion: 1 })
  if (featureCompatibilityVersion.version !== seriesOf(version))
    await db.admin().command({
      setFeatureCompatibilityVersion: seriesOf(version),
      // Required from 7.0 on; older versions refuse it.
      ...(compareVersions(version, '7.0') >= 0 && { confirm: true }),
    })
  writeFileSync(recordIn(directory), `${version}\n`, { mode: 0o600 })
}

/** A sentence about a version that gets no security fixes any more; undefined for others.
 * @param month YYYY-MM */
export function endOfLifeWarning(version: string, month: string): string | undefined {
  const end = series[seriesOf(version)] ?? (compareVersions(version, '5.0') < 0 ? '2024-02' : '')
  if (end === '' || month <= end) return
  return `MongoDB ${version} has had no security fixes since ${end}. Install a newer one and set MONGOD to its path; it opens the existing data.`
}
