/** Runs all checks: types, lint, dead code, the import rule, unit and API tests, end-to-end tests. Arguments select
 * suites, and files of the last two: `npm test -- types lint`, `npm test -- api api/push/push.test.ts`. */
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
import { removeDatabases } from '../testing/databases'
import { startThrowawayMongod } from '../testing/mongod'
import { buildWhereNeeded } from './build'

interface Result {
  passed: number
  failed: number
}

interface TimedTest {
  title: string
  seconds: number
}

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'tests-'))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
process.env['TEST_RUN'] = randomUUID().slice(0, 8)
const environment: Record<string, string | undefined> = { ...process.env, NO_COLOR: '1' }

/** The tests that have run, of all suites. */
const timedTests: TimedTest[] = []

/** Runs a tool with the Bun that runs this script. */
const onBun = (script: string, args: string[]) => run(process.execPath, ['--bun', script, ...args])

/** Runs a tool with Node if it is installed, else with Bun. */
const onNode = (script: string, args: string[]) => {
  const hasNode = spawnSync('node', ['--version'], { stdio: 'ignore' }).status === 0
  return hasNode ? run('node', [script, ...args]) : onBun(script, args)
}

function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (status) => resolve(status === 0))
  })
}

const counted = (isGood: boolean): Result => ({ passed: Number(isGood), failed: Number(!isGood) })

const check = async (work: Promise<boolean>) => counted(await work)

/** Reads the counts of a test runner's report. A runner that crashed counts as one failure. */
function count<Report>(isGood: boolean, path: string, read: (report: Report) => Result): Result {
  if (!existsSync(path)) return counted(false)
  const counts = read(JSON.parse(readFileSync(path, 'utf8')) as Report)
  return isGood || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { fullName: string; duration?: number }[] }[]
}

interface PlaywrightSpec {
  title: string
  /** Relative to the folder of the tests. */
  file: string
  line: number
  tests: { status: string; results: { duration: number }[] }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: PlaywrightSpec[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number }
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...suites.flatMap(specsOf),
  ...specs,
]

/** All tests of a Playwright report, with the time of all their attempts. */
const timesOf = (report: PlaywrightReport): TimedTest[] =>
  specsOf(report).map(({ title, tests }) => {
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    return { title, seconds: durations.reduce((sum, one) => sum + one, 0) / 1_000 }
  })

/** How often a test that has passed only on its retry must pass after that, to tell an unstable test from a machine that has
 * stalled: then all tests that run at that moment time out. */
const confirmations = 5

const runPlaywright = (reporter: string, args: readonly string[]) =>
  onNode('node_modules/@playwright/test/cli.js', ['test', `--reporter=${reporter}`, ...args])

/** Repeats the tests that have passed only on their retry.
 * @returns how many of them have passed each time */
async function confirm(report: PlaywrightReport): Promise<number> {
  let confirmed = 0
  for (const { title, file, line, tests } of specsOf(report)) {
    if (!tests.some(({ status }) => status === 'flaky')) continue
    console.log(`\nPassed only on its retry, and is repeated ${confirmations} times: ${title}`)
    const once = [`--repeat-each=${confirmations}`, '--retries=0', `${file}:${line}`]
    if (await runPlaywright('dot', once)) confirmed += 1
  }
  return confirmed
}

const suites: Record<string, () => Promise<Result>> = {
  /** Everything together, and then each part without the names that its runtime lacks. The compiler is TypeScript's native
   * one, which is several times faster; the check of imports needs the programming interface of the former one. */
  async types() {
    const projects = ['', '.server', '.browser', '.worker'].map((part) => `tsconfig${part}.json`)
    const total: Result = { passed: 0, failed: 0 }
    for (const project of projects) {
      const { passed, failed } = await check(
        onBun('node_modules/typescript-native/bin/tsc', ['-p', project]),
      )
      total.passed += passed
      total.failed += failed
    }
    return total
  },
  lint: () => check(onBun(bin('biome'), ['check', '--error-on-warnings', '.'])),
  dead: () => check(onBun(bin('knip'), [])),
  imports: () => check(onBun(bin('depcruise'), ['api', 'web', 'e2e', 'scripts', 'testing'])),
  async api() {
    const report = join(scratch, 'vitest.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const isGood = await onBun('node_modules/vitest/vitest.mjs', [
      'run',
      ...reporters,
      ...chosenFiles(),
    ])
    return count(isGood, report, ({ testResults, ...counts }: VitestReport) => {
      for (const { fullName, duration = 0 } of testResults.flatMap((one) => one.assertionResults))
        timedTests.push({ title: fullName, seconds: duration / 1_000 })
      return { passed: counts.numPassedTests, failed: counts.numFailedTests }
    })
  },
  async e2e() {
    const report = join(scratch, 'playwright.json')
    environment['PLAYWRIGHT_JSON_OUTPUT_NAME'] = report
    environment['TEST_CHROMIUM'] = findChromium()
    environment['TEST_HEADLESS_SHELL'] = findHeadlessShell()
    offerOtherEngines()
    const isGood = await runPlaywright('dot,json', chosenFiles())
    if (!existsSync(report)) return counted(false)
    const found = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
    const { expected, unexpected, flaky } = found.stats
    timedTests.push(...timesOf(found))
    const confirmed = await confirm(found)
    const failed = unexpected + flaky - confirmed
    return { passed: expected + confirmed, failed: isGood || failed > 0 ? failed : 1 }
  },
}

/** The arguments that are not names of suites. */
const chosenFiles = () => process.argv.slice(2).filter((name) => !(name in suites))

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
  const wanted = process.argv.slice(2).filter((name) => name in suites)
  const unknown = chosenFiles().find((path) => !existsSync(join(root, path)))
  if (unknown)
    throw new Error(
      `There is no suite and no file ${unknown}; the suites are: ${Object.keys(suites).join(', ')}`,
    )
  const chosen = wanted.length > 0 ? wanted : Object.keys(suites)

  await buildWhereNeeded()
  const stopMongod = await provideMongodb()
  const total: Result = { passed: 0, failed: 0 }
  const lines: string[] = []
  async function runSuite(name: string) {
    const startedAt = performance.now()
    const { passed, failed } = (await suites[name]?.()) ?? counted(false)
    total.passed += passed
    total.failed += failed
    const seconds = (performance.now() - startedAt) / 1_000
    lines.push(`${name}: ${passed} of ${passed + failed} passed in ${seconds.toFixed(1)} s`)
    console.log(`\n— ${lines.at(-1)}`)
  }
  // The tests of the API begin with the tests of memory, which leave a core idle: the checks of the code use it.
  await Promise.all([
    runAll(chosen.filter((name) => name !== 'api' && name !== 'e2e')),
    runAll(chosen.filter((name) => name === 'api')),
  ])
  await runAll(chosen.filter((name) => name === 'e2e'))
  async function runAll(names: readonly string[]) {
    for (const name of names) await runSuite(name)
  }
  await stopMongod()
  rmSync(scratch, { recursive: true, force: true })
  printSlowest()
  for (const line of lines) console.log(line)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}

function printSlowest() {
  const slowest = timedTests.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  if (slowest.length > 0) console.log('\nThe slowest tests:')
  for (const { seconds, title } of slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`)
  console.log()
}

/** Provides the tests' MongoDB: the one of MONGODB_URI, or a temporary one.
 * @returns a function that cleans up: it removes this run's databases, or stops the temporary server */
async function provideMongodb(): Promise<() => Promise<void>> {
  const external = process.env['MONGODB_URI']
  if (!external) {
    const { stop } = await startThrowawayMongod()
    for (const name of ['TEST_MONGOD', 'TEST_MONGODB_URI']) environment[name] = process.env[name]
    return stop
  }
  environment['TEST_MONGOD'] = await findMongod(process.env['MONGOD'] || undefined, console.log)
  // Each test adds its own database name.
  process.env['TEST_MONGODB_URI'] = external.replace(/^(mongodb[^/]*\/\/[^/?]+).*$/, '$1')
  environment['TEST_MONGODB_URI'] = process.env['TEST_MONGODB_URI']
  return removeDatabases
}

await main()
