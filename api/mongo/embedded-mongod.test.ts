import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { canCreateDisks, createDisk } from '../../testing/disk'
import { suspend } from '../../testing/suspend'
import { isRunning } from '../process/processes'
import { openDatabase } from './database'
import { keepAlive, startMongod } from './embedded-mongod'
import { chooseAccess } from './mongod-access'

const mongod = process.env['TEST_MONGOD'] ?? ''
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mongod-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Writes a program that can be started in place of mongod.
 * @param script a shell script; `$log` is the path of mongod's log */
async function program(script: string): Promise<string> {
  const path = join(directory, 'program')
  const log = join(directory, 'mongod.log')
  await writeFile(path, `#!/bin/sh\nlog=${log}\necho $$ > ${directory}/pid\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

it('is waited for as long as its log grows', async () => {
  // Adds lines for ten seconds, so that the log grows until mongod writes to it.
  const lines = '(for line in $(seq 100); do echo $line >> $log; sleep 0.1; done) &'
  const slow = `${lines} sleep 1.5; exec ${mongod} "$@"`
  const started = await startMongod(await program(slow), directory, undefined, {
    stallTimeout: 1_000,
  })
  expect(isRunning(started.pid)).toBe(true)
  await started.stop()
})

it.each(['a, b: c %41', `${'long/'.repeat(40)}x`])('starts in the folder %s', async (name) => {
  const folder = join(directory, name)
  await mkdir(folder, { recursive: true })
  const access = await chooseAccess(folder)
  const started = await startMongod(mongod, folder, access)
  expect(isRunning(started.pid)).toBe(true)
  await started.stop()
})

it('is stopped by the next start even if it has not opened its files', async () => {
  const beginning = await program('while true; do sleep 0.1; done')
  const first = startMongod(beginning, directory).catch((error: Error) => error.message)
  const pid = async () => Number(await readFile(join(directory, 'pid'), 'utf8').catch(() => '0'))
  await expect.poll(pid).toBeGreaterThan(0)
  const second = await startMongod(mongod, directory)
  expect(isRunning(await pid())).toBe(false)
  expect(await first).toContain('The database did not start')
  await second.stop()
})

it('is stopped when its log no longer grows', async () => {
  const silent = 'echo one line >> $log; while true; do sleep 0.1; done'
  await expect(
    startMongod(await program(silent), directory, undefined, { stallTimeout: 500 }),
  ).rejects.toThrow(`The database did not start; ${join(directory, 'mongod.log')} tells why.`)
  expect(isRunning(Number(await readFile(join(directory, 'pid'), 'utf8')))).toBe(false)
})

it('is stopped at once while it is started again', async () => {
  const first = await startMongod(mongod, directory)
  const silent = await program('while true; do sleep 0.1; done')
  const alive = keepAlive(first, silent, directory, () => undefined)
  process.kill(first.pid, 'SIGKILL')
  const pid = async () => Number(await readFile(join(directory, 'pid'), 'utf8').catch(() => '0'))
  await expect.poll(pid).toBeGreaterThan(0)
  await alive.stop()
  expect(isRunning(await pid())).toBe(false)
})

it('is replaced when it hangs', async () => {
  const first = await startMongod(mongod, directory)
  const lines: string[] = []
  const alive = keepAlive(first, mongod, directory, (line) => lines.push(line), {
    ping: 20,
    pingTimeout: 150,
  })
  await suspend(first.pid)
  const pid = async () => Number(await readFile(join(directory, 'db/mongod.lock'), 'utf8'))
  await expect.poll(async () => [0, first.pid].includes(await pid())).toBe(false)
  expect(isRunning(first.pid)).toBe(false)
  expect(lines[0]).toBe('The database has not responded for a minute; it is killed.')
  await alive.stop()
})

// Only root can mount a disk of its own.
it.skipIf(!canCreateDisks())('is replaced on a disk with less space than it wants', async () => {
  const disk = await createDisk(200)
  const first = await startMongod(mongod, disk.path)
  disk.fillUp(50 * 1024 * 1024)
  const lines: string[] = []
  const report = (line: string) => lines.push(line)
  const alive = keepAlive(first, mongod, disk.path, report, { spaceWait: 1_000 })
  process.kill(first.pid, 'SIGKILL')
  const responds = async () => {
    const database = await openDatabase(first.uri).catch(() => undefined)
    await database?.close()
    return database !== undefined
  }
  await expect.poll(responds).toBe(true)
  expect(lines).toEqual([
    'The disk is full, and the database has died of it: it is started again when there is room.',
    'The database has died; it is started again.',
  ])
  await alive.stop()
  disk.remove()
})
