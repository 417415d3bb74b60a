import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { freeSpace, neededSpace } from './disk-space'

interface Dependencies {
  /** The data directory. */
  directory: string
  /** Bytes that must stay free for the site to accept uploads. */
  reserve: number
  /** Called with a line when the ballast is given up, and when something fails. */
  report: (line: string) => void
  /** The free bytes of the disk. */
  free?: () => Promise<number>
}

const pieceSize = 1024 * 1024
/** Bytes. A larger ballast would be a waste, whatever the reserve. */
const maxSize = 1024 * 1024 * 1024
/** Milliseconds. */
const checkInterval = 1_000
/** Checks in a row that must find too little space. Deleting the ballast at the first one would only give space to a
 * program that is still filling the disk. */
const checksBeforeRelief = 3
/** Milliseconds. A site that runs for less time writes no ballast. */
const fillInterval = 60_000

/** Reserves disk space with a file. When less space is free than mongod needs, the copies of mp3s are deleted, and then
 * the file, so that the band can still log in, delete tracks and upload others. The file is written again when there is
 * room. */
export function keepDiskBallast(dependencies: Dependencies) {
  const { directory, reserve, report, free = () => freeSpace(directory) } = dependencies
  const path = join(directory, 'ballast')
  const copies = join(directory, 'cache')
  const size = neededSpace + Math.min(reserve, maxSize)

  /** Gives up disk space, as far as too little is free. */
  async function relieve(): Promise<void> {
    if ((await free()) >= neededSpace) return
    for (const name of existsSync(copies) ? await readdir(copies) : [])
      await rm(join(copies, name), { force: true })
    // The file is empty if there was never room for it.
    if ((await free()) >= neededSpace || !existsSync(path) || statSync(path).size === 0) return
    report('The disk is full, and the site has given up its ballast: free some disk space.')
    await rm(path, { force: true })
  }

  /** Writes the file as far as it is missing, if everything else has room besides it. */
  async function write() {
    await using handle = await open(path, 'a', 0o600)
    // Random, because some file systems store zeros without taking space.
    const piece = randomBytes(pieceSize)
    for (let { size: written } = await handle.stat(); written < size; written += pieceSize) {
      if ((await free()) < size - written + neededSpace + reserve) return
      await handle.write(piece)
    }
  }

  let lowChecks = 0

  async function relieveWhenLow() {
    lowChecks = (await free()) < neededSpace ? lowChecks + 1 : 0
    if (lowChecks >= checksBeforeRelief) await relieve()
  }

  const every = (milliseconds: number, work: () => Promise<void>) =>
    setInterval(
      () => void work().catch((error: Error) => report(error.message)),
      milliseconds,
    ).unref()
  const oneAtATime = pLimit(1)
  const fill = () => oneAtATime(write)
  const timers = [every(checkInterval, relieveWhenLow), every(fillInterval, fill)]
  return { relieve, fill, stop: () => timers.forEach(clearInterval) }
}
