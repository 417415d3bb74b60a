import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepDiskBallast } from './disk-ballast'

const megabyte = 1024 * 1024
const reserve = 8 * megabyte
let directory: string
let ballast: ReturnType<typeof keepDiskBallast>
/** The free bytes of a disk on which everything except the ballast and the copies takes a fixed part. */
let rest: number
const lines: string[] = []

const sizeOf = async (path: string) => (existsSync(path) ? (await stat(path)).size : 0)
const ballastPath = () => join(directory, 'ballast')
const copies = () => join(directory, 'cache')
const free = async () =>
  rest - (await sizeOf(ballastPath())) - (await readdir(copies())).length * 20 * megabyte

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ballast-'))
  await mkdir(copies())
  lines.length = 0
  ballast = keepDiskBallast({ directory, reserve, free, report: (line) => lines.push(line) })
  ballast.stop()
})
afterEach(() => rm(directory, { recursive: true, force: true }))

it('has the size that mongod needs plus the reserve', async () => {
  rest = 1000 * megabyte
  await ballast.fill()
  expect(await sizeOf(ballastPath())).toBe(72 * megabyte)
  await ballast.fill()
  expect(await sizeOf(ballastPath())).toBe(72 * megabyte)
})

it('is not written when the disk has too little room', async () => {
  rest = 100 * megabyte
  await ballast.fill()
  expect(await sizeOf(ballastPath())).toBe(0)
})

it('is given up on a full disk, after the copies of mp3s', async () => {
  rest = 1000 * megabyte
  await ballast.fill()
  await writeFile(join(copies(), 'a.mp3'), 'x')
  rest = 72 * megabyte + 20 * megabyte + 70 * megabyte
  await ballast.relieve()
  expect(await readdir(copies())).toEqual(['a.mp3'])
  rest -= 10 * megabyte
  await ballast.relieve()
  expect(await readdir(copies())).toEqual([])
  expect(await sizeOf(ballastPath())).toBe(72 * megabyte)
  rest -= 30 * megabyte
  await ballast.relieve()
  expect(existsSync(ballastPath())).toBe(false)
  rest = 50 * megabyte
  await ballast.fill()
  await ballast.relieve()
  expect(lines).toEqual([
    'The disk is full, and the site has given up its ballast: free some disk space.',
  ])
})
