import { existsSync } from 'node:fs'
import type { BackupStatus } from '../contract/backups'
import type { Logger } from '../process/log'
import { RestoreError } from './archive-reader'
import { NoRoomForBackupError } from './archive-writer'
import type { StoredBackups } from './stored-backups'

interface Dependencies {
  stored: StoredBackups
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
const firstCheckDelay = 60_000
/** Milliseconds. */
const checkInterval = 10 * 60_000

/** Something is wrong with a backup that was written; the message is for the band. */
class BackupAlarm extends Error {}

/** Writes a backup every day (UTC), checks that it can be restored, and deletes the oldest ones. */
export function createDailyBackups({ stored, write, check, keep, log }: Dependencies) {
  let queue: Promise<void> = Promise.resolve()

  async function writeToday(path: string): Promise<void> {
    await stored.prepare()
    const { damaged } = await write(path)
    await stored.prune(keep)
    await check(path)
    log.info({ backup: path }, 'backup written, restored and checked')
    if (damaged.length > 0)
      throw new BackupAlarm(
        `These mp3s are damaged in the database, so the backup lacks them: ${damaged.join(', ')}. Upload them again.`,
      )
  }

  async function writeDue() {
    const path = stored.pathFor(new Date().toISOString().slice(0, 10))
    if (keep === 0 || existsSync(path)) return
    const { checkedAt } = await stored.readStatus()
    const at = new Date().toISOString()
    const status = await writeToday(path).then(
      (): BackupStatus => ({ checkedAt: at }),
      (err: unknown): BackupStatus => {
        log.error({ err }, 'the backup failed')
        return { ...(checkedAt && { checkedAt }), failure: { at, message: messageOf(err) } }
      },
    )
    await stored.writeStatus(status)
  }

  /** Writes today's backup, unless it exists. */
  function writeIfDue(): Promise<void> {
    queue = queue
      .then(writeDue)
      .catch((err: unknown) => log.error({ err }, 'the state of the backup could not be stored'))
    return queue
  }

  const first = setTimeout(() => void writeIfDue(), firstCheckDelay)
  const timer = setInterval(() => void writeIfDue(), checkInterval)
  return {
    writeIfDue,
    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

const messageOf = (error: unknown) =>
  error instanceof NoRoomForBackupError ||
  error instanceof RestoreError ||
  error instanceof BackupAlarm
    ? error.message
    : 'The backup could not be written or checked. See the site’s log.'
