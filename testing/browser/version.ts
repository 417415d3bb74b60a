import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const parts = [
  'api',
  'web',
  'scripts',
  'dist',
  'package.json',
  'bun.lock',
  'tsconfig.json',
  'vite.config.ts',
]

export interface Version {
  /** The folder of the program. */
  program: string
  /** Builds a new version, whose header names the band `name`. */
  rename(name: string): Promise<void>
  build(variables?: Record<string, string>): Promise<void>
  remove(): Promise<void>
}

/** Copies a program and its build, so that a test can change the copy.
 * @param source the program's folder; this program's by default */
export async function copyProgram(source = root): Promise<Version> {
  const program = await mkdtemp(join(tmpdir(), 'program-'))
  await mkdir(program, { recursive: true })
  for (const part of parts) await cp(join(source, part), join(program, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(program, 'node_modules'))
  const build = async (variables: Record<string, string> = {}) => {
    await promisify(execFile)(join(root, 'node_modules/.bin/bun'), ['scripts/build.ts'], {
      cwd: program,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
    })
  }
  return {
    program,
    async rename(name) {
      const file = join(program, 'web/routes/document/Header.tsx')
      const text = await readFile(file, 'utf8')
      const renamed = text.replace(/`[^`]*, to the first page`/, `\`${name}, to the first page\``)
      await writeFile(file, renamed)
      await build()
    },
    build,
    remove: () => rm(program, { recursive: true, force: true }),
  }
}
