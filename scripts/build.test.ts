import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyProgram, type Version } from '../testing/browser/version'

const root = join(import.meta.dirname, '..')
let version: Version
beforeEach(async () => {
  version = await copyProgram()
})
afterEach(() => version.remove())

const filesIn = async (program: string) => {
  const folders = ['client', 'server'].map((part) => readdir(join(program, `dist/${part}/assets`)))
  return (await Promise.all(folders)).flat()
}
/** The file names of the Shows page's scripts, for the browser and for the server, in a program's build. */
const showsPageScripts = async (program: string) =>
  (await filesIn(program)).filter((name) => /^ShowsPage.*\.js$/.test(name))

it('a build keeps the files of the version before and no older ones; equal sources give an equal worker', async () => {
  const before = await showsPageScripts(root)
  await version.rename('The Spoons')
  const worker = () => readFile(join(version.program, 'dist/client/sw.js'))
  const first = await worker()
  const kept = (await showsPageScripts(version.program)).filter((name) => before.includes(name))
  expect(kept).not.toEqual([])
  await version.rename('The Knives')
  const left = await showsPageScripts(version.program)
  for (const name of before) expect(left).not.toContain(name)
  expect((await worker()).equals(first)).toBe(false)
  await version.rename('The Spoons')
  expect((await worker()).equals(first)).toBe(true)
})

it('a build that fails leaves the files of the version before', async () => {
  const before = await filesIn(version.program)
  await writeFile(join(version.program, 'web/routes/ShowsPage.tsx'), 'export default (')
  await expect(version.build()).rejects.toThrow()
  expect(await filesIn(version.program)).toEqual(before)
})
