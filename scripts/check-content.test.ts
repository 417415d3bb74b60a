import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const bun = join(root, 'node_modules/.bin/bun')
const names = ['band.ts', 'members.ts', 'video-list.ts']
const originals = new Map<string, string>()
let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(root, 'web/content'), join(copy, 'web/content'), { recursive: true })
  for (const name of names)
    originals.set(name, await readFile(join(root, 'web/content', name), 'utf8'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** The file that contains a text. */
const fileWith = (text: string) =>
  names.find((name) => originals.get(name)?.includes(text)) ?? 'none'

/** Returns the lines of the check's error after one replacement in the content. */
async function faultsAfter(before: string, after: string): Promise<string[]> {
  expect(fileWith(before)).not.toBe('none')
  for (const [name, original] of originals)
    await writeFile(
      join(copy, 'web/content', name),
      name === fileWith(before) ? original.replace(before, after) : original,
    )
  const program = `
    import { checkContent } from ${JSON.stringify(join(root, 'scripts/check-content.ts'))}
    await checkContent(${JSON.stringify(copy)}).catch((error) => {
      console.log(error.name + '\\n' + error.message)
    })`
  const { stdout } = await promisify(execFile)(bun, ['-e', program])
  const [name, ...lines] = stdout.trim().split('\n')
  if (stdout.trim() !== '') expect(name).toBe('ContentError')
  return lines
}

const lineOf = (text: string) =>
  (originals.get(fileWith(text)) ?? '').split(text)[0]?.split('\n').length ?? 0

it('content as it is has no fault', async () => {
  expect(await faultsAfter("name: 'The Forks'", "name: 'The Spoons'")).toEqual([])
})

it.each([
  ['bass.JPG', []],
  // The build would not find it.
  ['bass.Jpg', [expect.stringContaining('"bass" must be the name of a file')]],
])('a picture whose file is called %s', async (name, faults) => {
  const pathOf = (file: string) => join(copy, 'web/content/pictures', file)
  await rename(pathOf('bass.jpg'), pathOf(name))
  expect(await faultsAfter("name: 'The Forks'", "name: 'The Spoons'")).toEqual(faults)
  await rename(pathOf(name), pathOf('bass.jpg'))
})

it.each([
  [
    'a picture that is not there',
    "photo: 'bass'",
    "photo: 'base'",
    /"base" must be the name of a file in web\/content\/pictures/,
  ],
  [
    'a video that is not there',
    "source: 'lights'",
    "source: 'light'",
    /"light" must be the name of a file in web\/content\/videos/,
  ],
  [
    'a colour that is none',
    "day: '#c2361a'",
    "day: 'red'",
    /"red" must be a colour such as #c2361a/,
  ],
  [
    'a control character',
    "tagline: 'Loud songs",
    "tagline: 'Loud\\u0007songs",
    /must be one line of text without control characters/,
  ],
  ['two lines', "genre: 'Classic rock'", "genre: 'Classic\\nrock'", /must be one line of text/],
  [
    'an unknown time zone',
    "timeZone: 'America/Toronto'",
    "timeZone: 'America/London'",
    /"America\/London" must be an IANA time zone/,
  ],
  [
    'a day that is none',
    "publishedOn: '2026-03-14'",
    "publishedOn: '2026-02-30'",
    /"2026-02-30" must be a day/,
  ],
  [
    'a provider that there is none of',
    "provider: 'file',\n    source: 'lights'",
    "provider: 'youtub',\n    source: 'lights'",
    /videos\[0\]\.provider: /,
  ],
  [
    'a typographic quote',
    "name: 'The Forks'",
    'name: ‘The Forks’',
    /Put texts between straight quotes/,
  ],
])('%s is told with its file, its line and what is allowed', async (_, before, after, sentence) => {
  const [fault = '', ...others] = await faultsAfter(before, after)
  expect(others).toEqual([])
  expect(fault).toMatch(sentence)
  expect(fault.startsWith(`web/content/${fileWith(before)}:${lineOf(before)}: `)).toBe(true)
})

it('members in band.ts, where earlier versions had them, are not ignored', async () => {
  const before = "  genre: 'Classic rock',"
  const [fault = '', ...others] = await faultsAfter(
    before,
    `${before}\n  members: [{ role: 'Banjo' }],`,
  )
  expect(others).toEqual([])
  expect(fault).toMatch(/^web\/content\/band\.ts:\d+: members: /)
})

it('a field with another name is reported with the fields of its record', async () => {
  const [fault = '', ...others] = await faultsAfter("photo: 'bass'", "foto: 'bass'")
  expect(others).toEqual([])
  expect(fault).toMatch(/: members\[1\]\.(photo|foto): /)
  const line = Number(/^web\/content\/members\.ts:(\d+):/.exec(fault)?.[1])
  expect(Math.abs(line - lineOf("photo: 'bass'"))).toBeLessThanOrEqual(1)
})
