import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../contract/backups'
import type { Logger } from '../process/log'

interface Parts {
  /** Writes a whole backup into a file. */
  write: (path: string) => Promise<void>
  /** Where they are kept. */
  directory: string
  /** How many; 0 for none. */
  keep: number
  /** How many bytes a backup will have at most. */
  measure: () => Promise<number>
  /** Whether there is room for so many bytes more where they are kept. */
  hasRoomFor: (bytes: number) => Promise<boolean>
  log: Logger
}

const named = /^backup-\d{4}-\d\d-\d\d\.tar\.zst$/
const firstLookAfter = 60_000
const lookEvery = 10 * 60_000

/** Writes a backup a day (UTC) and lets the oldest go. */
export function keepDailyBackups(parts: Parts) {
  const { write, measure, directory, keep, hasRoomFor, log } = parts
  const pathOf = (name: string) => join(directory, name)
  const names = () =>
    existsSync(directory)
      ? readdirSync(directory)
          .filter((name) => named.test(name))
          .sort()
      : []

  let writing: Promise<void> = Promise.resolve()

  async function writeDue() {
    const today = `backup-${new Date().toISOString().slice(0, 10)}.tar.zst`
    if (keep === 0 || existsSync(pathOf(today))) return
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    // A full disk would end the database.
    if (!(await hasRoomFor(await measure())))
      throw new Error('A backup would leave less than DISK_RESERVE_MB free: free some disk space.')
    await write(pathOf(today))
    for (const name of names().slice(0, -keep)) await rm(pathOf(name))
    log.info({ backup: today, size: statSync(pathOf(today)).size }, 'backup written')
  }

  /** Writes today's, unless it is there. */
  function look(): Promise<void> {
    writing = writing
      .then(writeDue)
      .catch((err: unknown) => log.error({ err }, 'the backup could not be written'))
    return writing
  }

  const first = setTimeout(() => void look(), firstLookAfter)
  const timer = setInterval(() => void look(), lookEvery)
  return {
    keep,
    look,

    /** Newest first. */
    list: (): Backup[] =>
      names()
        .reverse()
        .map((name) => {
          const { size, mtime } = statSync(pathOf(name))
          return { name, size, at: mtime.toISOString() }
        }),

    /** Where one is, if it is one of ours and there. */
    find: (name: string): string | undefined =>
      named.test(name) && existsSync(pathOf(name)) ? pathOf(name) : undefined,

    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
