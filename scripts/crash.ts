/** Kills the site and its database repeatedly during writes: `npm run test:crash -- 50` for 50 kills. Fails if
 * acknowledged data is lost or a restart takes 10 seconds or more. */

import { findMongod } from '../api/mongo/mongod-binary'
import { crashAgainAndAgain } from '../testing/crash'
import { buildWhereNeeded } from './build'

await buildWhereNeeded()
process.env['TEST_MONGOD'] = await findMongod(process.env['MONGOD'] || undefined, console.log)
const kills = Number(process.argv[2] ?? 50)
const report = await crashAgainAndAgain(kills, console.log)
const slowest = Math.max(...report.returns)
console.log(`\n${report.acknowledged} writes, uploads and replacements were acknowledged.`)
for (const [what, found] of Object.entries({
  lost: report.lost,
  'not whole': report.broken,
  unanswered: report.unanswered,
  orphaned: report.orphans,
}))
  console.log(`${what}: ${found.length}${found.length > 0 ? ` (${found.join(', ')})` : ''}`)
console.log(`slowest return: ${(slowest / 1000).toFixed(1)} s`)
const { lost, broken, unanswered, orphans } = report
const isWell = [lost, broken, unanswered, orphans].every(({ length }) => length === 0)
process.exit(isWell && slowest < 10_000 ? 0 : 1)
