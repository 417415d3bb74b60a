import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../contract/backups'
import type { Logger } from '../process/log'

interface Dependencies {
  /** Writes a complete backup to a file. */
  write: (path: string) => Promise<void>
  /** The folder of the backups. */
  directory: string
  /** How many backups are stored; 0 turns them off. */
  keep: number
  /** Estimates the maximum size of a backup, in bytes. */
  measure: () => Promise<number>
  /** Whether the disk has room for a number of bytes. */
  hasRoomFor: (bytes: number) => Promise<boolean>
  log: Logger
}

const namePattern = /^backup-\d{4}-\d\d-\d\d\.tar\.zst$/
/** Milliseconds. */
const firstCheckDelay = 60_000
/** Milliseconds. */
const checkInterval = 10 * 60_000

/** Writes a backup every day (UTC) and deletes the oldest ones. */
export function createDailyBackups(dependencies: Dependencies) {
  const { write, measure, directory, keep, hasRoomFor, log } = dependencies
  const pathOf = (name: string) => join(directory, name)
  const names = () =>
    existsSync(directory)
      ? readdirSync(directory)
          .filter((name) => namePattern.test(name))
          .sort()
      : []

  let writing: Promise<void> = Promise.resolve()

  async function writeDue() {
    const today = `backup-${new Date().toISOString().slice(0, 10)}.tar.zst`
    if (keep === 0 || existsSync(pathOf(today))) return
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    // A full disk would crash the database.
    if (!(await hasRoomFor(await measure())))
      throw new Error('A backup would leave less than DISK_RESERVE_MB free: free some disk space.')
    await write(pathOf(today))
    for (const name of names().slice(0, -keep)) await rm(pathOf(name))
    log.info({ backup: today, size: statSync(pathOf(today)).size }, 'backup written')
  }

  /** Writes today's backup, unless it exists. */
  function writeIfDue(): Promise<void> {
    writing = writing
      .then(writeDue)
      .catch((err: unknown) => log.error({ err }, 'the backup could not be written'))
    return writing
  }

  const first = setTimeout(() => void writeIfDue(), firstCheckDelay)
  const timer = setInterval(() => void writeIfDue(), checkInterval)
  return {
    keep,
    writeIfDue,

    /** Newest first. */
    list: (): Backup[] =>
      names()
        .reverse()
        .map((name) => {
          const { size, mtime } = statSync(pathOf(name))
          return { name, size, at: mtime.toISOString() }
        }),

    /** The path of a backup; undefined if there is no backup of this name. */
    find: (name: string): string | undefined =>
      namePattern.test(name) && existsSync(pathOf(name)) ? pathOf(name) : undefined,

    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
