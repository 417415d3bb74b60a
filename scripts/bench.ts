/** Runs the measurements that need no browser, each in a process of its own: `npm run bench` runs throughput and scale,
 * `npm run bench -- first-start 5` the first start of five fresh clones. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const measurements = ['throughput', 'scale', 'first-start']
const chosen = process.argv.slice(2).filter((argument) => measurements.includes(argument))
const others = process.argv.slice(2).filter((argument) => !measurements.includes(argument))

for (const name of chosen.length > 0 ? chosen : ['throughput', 'scale']) {
  const program = join(import.meta.dirname, 'bench', `${name}.ts`)
  const { status } = spawnSync(process.execPath, [program, ...others], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
