import { join } from 'node:path'
import type { Db } from 'mongodb'
import { backupOperations } from '../contract/backups'
import { notFound } from '../http/problem'
import { type Authorise, type ConfirmPassword, implement, reply } from '../http/route'
import { databaseRoom, diskRoom } from '../mongo/disk-space'
import type { Logger } from '../process/log'
import { writeBackup } from './backup'
import { backupLeases } from './backup-lease'
import { createDailyBackups } from './daily-backups'
import { downloadBackup } from './download'
import { drill } from './drill'
import { openStoredBackups } from './stored-backups'

interface Dependencies {
  db: Db
  /** Whether the database is on this machine's disk. */
  isEmbedded: boolean
  dataDirectory: string
  /** Bytes that must stay free on the disk. */
  diskReserve: number
  /** How many automatic backups are stored; 0 turns them off. */
  keep: number
  authorise: Authorise
  /** Required for downloads, because a backup contains visitors' enquiries. */
  confirmPassword: ConfirmPassword
  log: Logger
}

/** Automatic backups, and the operations to list and download them. */
export function createBackups(dependencies: Dependencies) {
  const { db, isEmbedded, dataDirectory, diskReserve, keep, authorise, confirmPassword, log } =
    dependencies
  const hasRoomFor = diskRoom(dataDirectory, diskReserve)
  const stored = openStoredBackups(join(dataDirectory, 'backups'), hasRoomFor)
  const daily = createDailyBackups({
    stored,
    keep,
    log,
    // These backups can be downloaded, so they contain no secrets.
    write: (path) => writeBackup(db, path, { withSecrets: false, hasRoomFor, store: stored.store }),
    check: (path) => drill(db, path, isEmbedded ? hasRoomFor : databaseRoom(db, diskReserve)),
  })

  return {
    routes: implement(
      backupOperations,
      {
        async backups() {
          const [backups, status] = await Promise.all([stored.list(), stored.readStatus()])
          return reply(200, { backups, keep, ...status })
        },
        async downloadBackup({ context, parameters, body, session }) {
          const path = await stored.find(parameters.name)
          if (!path) throw notFound()
          await confirmPassword(context, session.username, body.currentPassword, 'currentPassword')
          return new Response(downloadBackup(path), {
            headers: {
              'content-type': 'application/zstd',
              'content-disposition': `attachment; filename="${parameters.name}"`,
              'cache-control': 'no-store',
            },
          })
        },
      },
      { authorise },
    ),
    /** Whether the last backup failed, or could not be restored. */
    hasFailed: async () => keep > 0 && (await stored.readStatus()).failure !== undefined,
    stop: daily.stop,
  }
}

/** Whether any process is writing or restoring a backup; files must not be removed then. */
export const isBackupRunning = (db: Db) => () => backupLeases(db).isHeld()
