import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const deploying = readFileSync(join(root, 'docs/deploying.md'), 'utf8')
let folder: string
let upstream: string
let clone: string
/** Without the settings of this machine's user: a new user has none. */
const env = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Robin'],
      [`GIT_${who}_EMAIL`, 'robin@example.org'],
    ]),
  ),
}
const shell = (cwd: string, command: string) =>
  execFileSync('sh', ['-c', command], { cwd, env, stdio: 'pipe', encoding: 'utf8' })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'updating-'))
  upstream = join(folder, 'upstream')
  clone = join(folder, 'clone')
  mkdirSync(upstream)
  writeFileSync(join(upstream, 'package.json'), '{}')
  shell(upstream, 'git init -q && git add . && git commit -qm First')
  shell(folder, `git clone -q ${upstream} ${clone}`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0 && spawnSync('runuser', ['--version']).status === 0
const user = 'nobody'

it.runIf(isRoot)('root updates the folder of another user as the guide says', () => {
  shell(folder, `chmod 755 ${folder} && chown -R ${user} ${clone} ${upstream}`)
  shell(
    folder,
    `runuser -u ${user} -- sh -c 'echo "{ \\"version\\": \\"2.0.0\\" }" > ${upstream}/package.json'`,
  )
  shell(folder, `runuser -u ${user} -- git -C ${upstream} commit -qam Second`)
  const [command = ''] = /^runuser -u band -- git .*$/m.exec(deploying) ?? []
  const here = command.replace('-u band', `-u ${user}`).replace('/opt/cover-band', clone)
  shell(folder, here)
  expect(readFileSync(join(clone, 'package.json'), 'utf8')).toContain('2.0.0')
})

it('the guide builds the new version before it restarts the site', () => {
  const lines = deploying.split('\n')
  const build = lines.findIndex((line) => line.includes('run build'))
  expect(build).toBeGreaterThan(0)
  expect(lines.findIndex((line) => line.startsWith('systemctl restart'))).toBe(build + 1)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts).toMatchObject({ prebuild: scripts.prestart, build: 'bun scripts/build.ts' })
})
