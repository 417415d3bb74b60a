/** Runs the measurements that need no browser, each in a process of its own. `npm run bench` measures throughput and scale;
 * `npm run bench -- first-start 5` measures the first start of five fresh clones. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const measurements = ['throughput', 'scale', 'first-start']
const chosen = process.argv.slice(2).filter((argument) => measurements.includes(argument))
const options = process.argv.slice(2).filter((argument) => !measurements.includes(argument))
if (options.some((option) => !/^\d+$/.test(option)))
  throw new Error(`Give a number of clones, or names of measurements: ${measurements.join(', ')}`)

for (const name of chosen.length > 0 ? chosen : ['throughput', 'scale']) {
  const program = join(import.meta.dirname, 'bench', `${name}.ts`)
  const { status } = spawnSync(process.execPath, [program, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
