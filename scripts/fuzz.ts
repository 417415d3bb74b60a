/** Tests the API with thousands of requests generated from its OpenAPI document, anonymously and as the admin:
 * `npm run test:fuzz`, or `npm run test:fuzz -- 200` for at most 200 requests per operation. Needs Python 3.10+. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThrowawaySite } from './throwaway-site'

const version = '4.32.5'
const minCases = 2_000
const endsSessions = '/api/admin/(logout|logout-everywhere|password|sessions/.*)$'
const folder = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  `cover-band/schemathesis-${version}`,
)
const program = join(folder, 'bin/schemathesis')

/** Runs a command in the scratch folder, since the tool writes files to its working directory. */
function run(command: string, args: string[], environment = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: scratch,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (error) throw error
  return status === 0
}

function provideSchemathesis() {
  if (existsSync(program)) return
  console.log(`Getting schemathesis ${version} (only this once) ...`)
  const isReady =
    run('python3', ['-m', 'venv', folder]) &&
    run(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`])
  if (!isReady) throw new Error('schemathesis could not be installed.')
}

interface Report {
  test_cases: { generated: number }
}

const perOperation = process.argv[2] ?? '100'
const scratch = await mkdtemp(join(tmpdir(), 'fuzz-'))
provideSchemathesis()
const site = await startThrowawaySite()

/** @returns the number of cases, and whether all passed */
function fuzz(who: string, args: string[]) {
  console.log(`\n— as ${who}`)
  const report = join(scratch, `${who}.json`)
  const isGood = run(
    program,
    [
      ...['--config-file', join(import.meta.dirname, 'fuzz.toml')],
      ...['run', `${site.url}/api/openapi.json`, '--checks', 'all', '-n', perOperation],
      ...['--continue-on-failure', '--report-json-path', report, ...args],
    ],
    {
      SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'fuzz-hooks.py'),
      TRACKS: join(import.meta.dirname, '../api/demo/tracks'),
    },
  )
  const { test_cases } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return { cases: test_cases.generated, isGood }
}

const asAdmin = (token: string) => ['-H', `Authorization: Bearer ${token}`]
const token = await site.token()
const runs = [
  fuzz('a stranger', []),
  fuzz('the administrator', [...asAdmin(token), '--exclude-path-regex', endsSessions]),
]
const headers = { authorization: `Bearer ${token}` }
const { ok: isLoggedIn } = await fetch(`${site.url}/api/admin/verify-token`, { headers })
if (!isLoggedIn) console.error('The session ended during the run, so later requests were refused.')
runs.push(
  fuzz('whoever ends the session', [
    ...asAdmin(await site.token()),
    '--include-path-regex',
    endsSessions,
    // Their responses link to no other operations.
    '--phases',
    'examples,coverage,fuzzing',
  ]),
)
await site.stop()
await rm(scratch, { recursive: true, force: true })
const cases = runs.reduce((sum, one) => sum + one.cases, 0)
console.log(`\n${cases} cases`)
const isGood = isLoggedIn && runs.every((run) => run.isGood) && cases >= minCases
process.exit(isGood ? 0 : 1)
