/** Runs all checks: types, lint, dead code, the import rule, unit and API tests, end-to-end tests. Arguments select
 * suites: `npm test -- api e2e`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMongod } from '../api/mongo/mongod-binary'
import {
  findChromium,
  findFirefox,
  findHeadlessShell,
  findWebkit,
} from '../testing/browser/browsers'
import { startThrowawayMongod } from '../testing/mongod'
import { buildWhereNeeded } from './build'

interface Result {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'tests-'))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const environment: Record<string, string | undefined> = { ...process.env, NO_COLOR: '1' }

/** Runs a tool with the Bun that runs this script. */
const onBun = (script: string, args: string[]) => run(process.execPath, ['--bun', script, ...args])

/** Runs a tool with Node if it is installed, else with Bun. */
const onNode = (script: string, args: string[]) => {
  const hasNode = spawnSync('node', ['--version'], { stdio: 'ignore' }).status === 0
  return hasNode ? run('node', [script, ...args]) : onBun(script, args)
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment }).status === 0
}

const check = (isGood: boolean): Result => ({ passed: Number(isGood), failed: Number(!isGood) })

/** Reads the counts of a test runner's report. A runner that crashed counts as one failure. */
function count(isGood: boolean, report: string, read: (json: never) => Result): Result {
  if (!existsSync(report)) return check(false)
  const counts = read(JSON.parse(readFileSync(report, 'utf8')) as never)
  return isGood || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 }
}

const suites: Record<string, () => Result> = {
  types: () => check(onBun(bin('tsc'), ['-p', '.'])),
  lint: () => check(onBun(bin('biome'), ['check', '--error-on-warnings', '.'])),
  dead: () => check(onBun(bin('knip'), [])),
  imports: () => check(onBun(bin('depcruise'), ['api', 'web', 'e2e', 'scripts', 'testing'])),
  api() {
    const report = join(scratch, 'vitest.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const isGood = onBun('node_modules/vitest/vitest.mjs', ['run', ...reporters])
    return count(isGood, report, (json: { numPassedTests: number; numFailedTests: number }) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
    }))
  },
  e2e() {
    const report = join(scratch, 'playwright.json')
    environment['PLAYWRIGHT_JSON_OUTPUT_NAME'] = report
    environment['TEST_CHROMIUM'] = findChromium()
    environment['TEST_HEADLESS_SHELL'] = findHeadlessShell()
    offerOtherEngines()
    const isGood = onNode('node_modules/@playwright/test/cli.js', ['test', '--reporter=dot,json'])
    return count(isGood, report, ({ stats }: { stats: Record<string, number> }) => ({
      passed: stats['expected'] ?? 0,
      failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
    }))
  },
}

/** Enables the tests in Firefox and WebKit if these browsers are installed. */
function offerOtherEngines() {
  environment['TEST_FIREFOX'] = findFirefox()
  if (!environment['TEST_FIREFOX']) console.log('Firefox is not installed: its tests are left out.')
  const webkit = findWebkit()
  environment['TEST_WEBKIT_DRIVER'] = webkit?.driver
  environment['TEST_WEBKIT_DISPLAY'] = webkit?.display
  if (!webkit)
    console.log('WebKitWebDriver or Xvfb is not installed: the WebKit tests are left out.')
}

async function main() {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !(name in suites))
  if (unknown)
    throw new Error(`There is no suite ${unknown}; there are: ${Object.keys(suites).join(', ')}`)
  const chosen = wanted.length > 0 ? wanted : Object.keys(suites)

  await buildWhereNeeded()
  const stopMongod = await provideMongodb()
  const total: Result = { passed: 0, failed: 0 }
  for (const name of chosen) {
    const startedAt = performance.now()
    console.log(`\n— ${name}`)
    const { passed, failed } = suites[name]?.() ?? check(false)
    total.passed += passed
    total.failed += failed
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    console.log(`— ${name}: ${passed} of ${passed + failed} passed in ${seconds} s`)
  }
  await stopMongod()
  rmSync(scratch, { recursive: true, force: true })
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}

/** Provides the tests' MongoDB: the one of MONGODB_URI, or a temporary one.
 * @returns a function that stops the temporary one */
async function provideMongodb(): Promise<() => Promise<void>> {
  const external = process.env['MONGODB_URI']
  if (!external) {
    const { stop } = await startThrowawayMongod()
    for (const name of ['TEST_MONGOD', 'TEST_MONGODB_URI']) environment[name] = process.env[name]
    return stop
  }
  environment['TEST_MONGOD'] = await findMongod(process.env['MONGOD'] || undefined, console.log)
  // Each test adds its own database name.
  environment['TEST_MONGODB_URI'] = external.replace(/^(mongodb[^/]*\/\/[^/?]+).*$/, '$1')
  return async () => {}
}

await main()
