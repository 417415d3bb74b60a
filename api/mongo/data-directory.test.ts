import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimDataDirectory } from './data-directory'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'data-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A program that claims a data directory again and again. While it holds the claim, it creates a file that must not
 * exist yet. It prints a line for each claim. */
const claimant = `
  import { closeSync, openSync, rmSync } from 'node:fs'
  import { join } from 'node:path'
  import { claimDataDirectory } from ${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))}
  const [directory, number] = process.argv.slice(1)
  const file = join(directory, 'claimed')
  for (let claims = 0; claims < Number(number); ) {
    let release
    try {
      release = claimDataDirectory(directory)
    } catch {
      await Bun.sleep(Math.random() * 2)
      continue
    }
    try {
      closeSync(openSync(file, 'wx'))
      console.log('once')
      rmSync(file)
    } catch {
      console.log('twice')
    }
    release()
    claims += 1
  }`

function startClaimant(claims: number) {
  const bun = join(import.meta.dirname, '../../node_modules/.bin/bun')
  const child = spawn(bun, ['-e', claimant, directory, String(claims)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += text
  })
  return {
    child,
    output: new Promise<string>((resolve) => child.on('close', () => resolve(printed))),
  }
}

it('is given to one process at a time, in 600 claims by 6 processes', async () => {
  const claimants = Array.from({ length: 6 }, () => startClaimant(100))
  const lines = (await Promise.all(claimants.map(({ output }) => output))).join('').trim()
  expect(lines.split('\n')).toEqual(Array.from({ length: 600 }, () => 'once'))
})

const untilPrinted = (child: ChildProcess) =>
  new Promise((resolve) => child.stdout?.once('data', resolve))

it('is free again at once after its process was killed', async () => {
  const { child, output } = startClaimant(1_000_000)
  await untilPrinted(child)
  child.kill('SIGKILL')
  await output
  const release = claimDataDirectory(directory)
  expect(() => claimDataDirectory(directory)).toThrow(`(process ${process.pid})`)
  release()
  claimDataDirectory(directory)()
})

it('a folder with a path that is too long is refused in one sentence', () => {
  const refused = /^The path of DATA_DIR is too long: it may have at most 480 bytes\.$/
  expect(() => claimDataDirectory(`${directory}/${'long/'.repeat(100)}`)).toThrow(refused)
})
