/** Lets a site crash repeatedly during writes: `npm run test:crash -- 50` kills the site and its database in turn, 50
 * times, and then cuts the power of their disk 50 times, which needs root on Linux. Fails if acknowledged data is lost,
 * wrong bytes are served, or a restart takes 10 seconds or more. */

import { findMongod } from '../api/mongo/mongod-binary'
import { type CrashReport, crashAgainAndAgain } from '../testing/crash'
import { canCreateDisks } from '../testing/disk'
import { buildWhereNeeded } from './build'

await buildWhereNeeded()
process.env['TEST_MONGOD'] = await findMongod(process.env['MONGOD'] || undefined, console.log)
const rounds = Number(process.argv[2] ?? 50)

/** Prints a report.
 * @returns whether no data was lost and every restart took less than 10 seconds */
function printReport({ lost, broken, unanswered, orphans, returns, acknowledged }: CrashReport) {
  const slowest = Math.max(...returns)
  console.log(`\n${acknowledged} writes, uploads and replacements were acknowledged.`)
  const found = { lost, 'not whole': broken, unanswered, orphaned: orphans }
  for (const [what, list] of Object.entries(found))
    console.log(`${what}: ${list.length}${list.length > 0 ? ` (${list.join(', ')})` : ''}`)
  console.log(`slowest return: ${(slowest / 1000).toFixed(1)} s\n`)
  return Object.values(found).every(({ length }) => length === 0) && slowest < 10_000
}

const results = [printReport(await crashAgainAndAgain({ rounds, log: console.log }))]
if (canCreateDisks())
  results.push(printReport(await crashAgainAndAgain({ rounds, cutsPower: true, log: console.log })))
else console.log('The power cuts were skipped: run this as root on Linux with loop devices.')
process.exit(results.every(Boolean) ? 0 : 1)
