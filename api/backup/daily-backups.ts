import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { BackupStatus } from '../contract/backups'
import { startBackgroundTask } from '../process/background-task'
import { syncDirectory } from '../process/durable-file'
import type { Logger } from '../process/log'
import { RestoreError } from './archive-reader'
import { NoRoomForBackupError } from './archive-writer'
import type { StoredBackups } from './stored-backups'

interface Dependencies {
  stored: StoredBackups
  /** Runs a backup while no other one is written. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Writes a backup to a path.
   * @returns the names of the files that are damaged in the database */
  write: (path: string) => Promise<{ damaged: string[] }>
  /** Checks that a backup can be restored.
   * @throws RestoreError when it can't */
  check: (path: string) => Promise<void>
  /** How many backups are stored; 0 turns them off. */
  keep: number
  log: Logger
}

/** Milliseconds. */
const [firstCheckDelay, checkInterval, retryAfter] = [60_000, 10 * 60_000, 60 * 60_000]

/** Something is wrong with a backup that was written; the message is for the band. */
class BackupAlarm extends Error {}

/** Writes a backup every day (UTC), checks that it can be restored, and deletes the oldest ones. `writeNow` writes today's backup
 * again. */
export function createDailyBackups(dependencies: Dependencies) {
  const { stored, exclusively, write, check, keep, log } = dependencies

  /** Writes a backup unless there is one, and checks it.
   * @returns the names of the files that are damaged in the database */
  async function writeAndCheck(path: string): Promise<string[]> {
    const { damaged } = existsSync(path) ? { damaged: [] } : await write(path)
    await check(path)
    return damaged
  }

  /** Like `writeAndCheck`, but the backup stays until its replacement has passed the check. */
  async function replace(path: string): Promise<string[]> {
    const unchecked = stored.temporaryPath()
    try {
      const { damaged } = await write(unchecked)
      await check(unchecked)
      await rename(unchecked, path)
      await syncDirectory(dirname(path))
      return damaged
    } finally {
      await rm(unchecked, { force: true })
    }
  }

  async function provide(path: string, isReplacing: boolean): Promise<void> {
    await stored.prepare()
    const damaged = await (isReplacing && existsSync(path) ? replace(path) : writeAndCheck(path))
    const unreadable = await stored.prune(keep)
    log.info({ backup: path }, 'backup written, restored and checked')
    if (damaged.length > 0)
      throw new BackupAlarm(
        `These mp3s are damaged in the database, so the backup lacks them: ${damaged.join(', ')}. Upload them again.`,
      )
    if (unreadable.length > 0)
      throw new BackupAlarm(
        `These older backups can’t be read any more: ${unreadable.join(', ')}. Delete them from DATA_DIR.`,
      )
  }

  /** Whether today's backup is still to be written or checked. After a failure it is tried again in an hour. */
  const isDue = (name: string, { checked, failure }: BackupStatus) =>
    keep > 0 &&
    checked?.name !== name &&
    (failure === undefined || Date.now() - Date.parse(failure.at) >= retryAfter)

  const pathOfToday = () => stored.pathFor(new Date().toISOString().slice(0, 10))

  async function writeDue(stopping: AbortSignal) {
    const path = pathOfToday()
    const before = await stored.readStatus()
    if (!isDue(basename(path), before)) return
    const status = await runBackup(path, before, false)
    // The database is closed under a backup that is being written while the site stops.
    if (!stopping.aborted) await stored.writeStatus(status)
  }

  /** @param isReplacing whether the backup of this day is replaced if there is one
   * @returns the status after it; never rejects */
  function runBackup(path: string, before: BackupStatus, isReplacing: boolean) {
    const name = basename(path)
    const at = new Date().toISOString()
    return exclusively(() => provide(path, isReplacing)).then(
      (): BackupStatus => ({ checked: { name, at } }),
      (err: unknown): BackupStatus => {
        log.error({ err }, 'the backup failed')
        const failure = { at, message: messageOf(err) }
        // The backup has passed its check then, so it is not repeated, and the alarm stays until the next one.
        return err instanceof BackupAlarm
          ? { checked: { name, at }, failure }
          : { ...before, failure }
      },
    )
  }

  const task = startBackgroundTask({
    run: writeDue,
    onError: (err) => log.error({ err }, 'the state of the backup could not be read or stored'),
    interval: checkInterval,
    delay: firstCheckDelay,
  })
  return {
    /** Writes today's backup and checks it, as far as it is due. */
    writeIfDue: task.requestRun,
    /** Writes today's backup again and checks it; the status says how that ended. */
    async writeNow(): Promise<void> {
      await stored.writeStatus(await runBackup(pathOfToday(), await stored.readStatus(), true))
    },
    stop: task.stop,
  }
}

/** The message for the account page, which contains no path and no driver's message. */
function messageOf(error: unknown): string {
  if (error instanceof NoRoomForBackupError || error instanceof BackupAlarm) return error.message
  return error instanceof RestoreError
    ? 'It was written, but could not be restored in a test. See the site’s log.'
    : 'It could not be written or checked. See the site’s log.'
}
