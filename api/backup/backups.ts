import { join } from 'node:path'
import type { Db } from 'mongodb'
import { backupOperations } from '../contract/backups'
import { notFound } from '../http/problem'
import type { RequestContext } from '../http/request-context'
import { type Authorise, implement, reply } from '../http/route'
import { diskRoom } from '../mongo/disk-space'
import type { Logger } from '../process/log'
import { writeBackup } from './backup'
import { backupLeases } from './backup-lease'
import { createDailyBackups } from './daily-backups'

interface Dependencies {
  db: Db
  dataDirectory: string
  /** Bytes that must stay free on the disk. */
  diskReserve: number
  /** How many automatic backups are stored; 0 turns them off. */
  keep: number
  authorise: Authorise
  /** Verifies the administrator's password again, because a backup contains visitors' enquiries.
   * @throws Problem 422 when the password is wrong, 429 after too many attempts */
  confirmPassword: (
    context: RequestContext,
    username: string,
    password: string,
    field: string,
  ) => Promise<unknown>
  log: Logger
}

/** Automatic backups, and the operations to list and download them. */
export function createBackups(dependencies: Dependencies) {
  const { db, dataDirectory, diskReserve, keep, authorise, confirmPassword, log } = dependencies
  const backups = createDailyBackups({
    // These backups can be downloaded, so they contain no secrets.
    write: (path) => writeBackup(db, path, { withSecrets: false }),
    measure: async () => (await db.stats())['dataSize'] as number,
    directory: join(dataDirectory, 'backups'),
    keep,
    hasRoomFor: diskRoom(dataDirectory, diskReserve),
    log,
  })

  return {
    routes: implement(
      backupOperations,
      {
        backups: () => reply(200, { backups: backups.list(), keep: backups.keep }),
        async downloadBackup({ context, parameters, body, session }) {
          const path = backups.find(parameters.name)
          if (!path) throw notFound()
          await confirmPassword(context, session.username, body.currentPassword, 'currentPassword')
          return new Response(Bun.file(path), {
            headers: {
              'content-type': 'application/zstd',
              'content-disposition': `attachment; filename="${parameters.name}"`,
              'cache-control': 'no-store',
            },
          })
        },
      },
      authorise,
    ),
    stop: backups.stop,
  }
}

/** Whether any process is writing a backup. */
export const isBackupRunning = (db: Db) => backupLeases(db).isHeld
