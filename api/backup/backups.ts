import { basename, join } from 'node:path'
import type { Db } from 'mongodb'
import pLimit from 'p-limit'
import { backupOperations } from '../contract/backups'
import { download } from '../http/content-disposition'
import { invalidField, notFound, Problem } from '../http/problem'
import { type Authorise, type ConfirmPassword, implement, reply } from '../http/route'
import { databaseRoom, diskRoom } from '../mongo/disk-space'
import type { Logger } from '../process/log'
import { RestoreError } from './archive-reader'
import { NoRoomForBackupError } from './archive-writer'
import { writeBackup } from './backup'
import { backupLeases } from './backup-lease'
import { readContents } from './contents'
import { createDailyBackups } from './daily-backups'
import { downloadBackup } from './download'
import { withReceivedBackup } from './received-backup'
import { drill, restoreBackup } from './restore'
import { openStoredBackups, type StoredBackups } from './stored-backups'

interface Dependencies {
  db: Db
  /** Whether the database is on this machine's disk. */
  isEmbedded: boolean
  dataDirectory: string
  /** Bytes that must stay free on the disk. */
  diskReserve: number
  /** Brings a restored database up to this program's schema, and reads the lists in memory again. */
  onRestored: () => Promise<unknown>
  /** The number of this program's migrations. */
  schema: number
  /** How many automatic backups are stored; 0 turns them off. */
  keep: number
  authorise: Authorise
  /** Required for downloads and restores, because a stolen token must not be enough. */
  confirmPassword: ConfirmPassword
  log: Logger
}

/** Automatic backups, and the operations to list, download and restore backups. */
export function createBackups(dependencies: Dependencies) {
  const { db, isEmbedded, dataDirectory, diskReserve, keep, authorise, confirmPassword, log } =
    dependencies
  const hasRoomFor = diskRoom(dataDirectory, diskReserve)
  const hasRoom = isEmbedded ? hasRoomFor : databaseRoom(db, diskReserve)
  const stored = openStoredBackups(join(dataDirectory, 'backups'), hasRoomFor)
  // These backups can be downloaded, so they contain no secrets.
  const write = (path: string) =>
    writeBackup(db, path, { withSecrets: false, hasRoomFor, store: stored.store })
  /** Two backups at once would remove each other's unfinished files. */
  const exclusively = pLimit(1)
  const check = (path: string) => drill(db, path, hasRoom)
  const daily = createDailyBackups({ ...dependencies, stored, exclusively, write, check })

  let isRestoring = false

  async function readBackups() {
    const [backups, status] = await Promise.all([stored.list(), stored.readStatus()])
    return { backups, keep, ...status }
  }

  /** Replaces the content by a backup, after a backup of the current content.
   * @returns the name of the latter */
  async function replaceContent(path: string): Promise<string> {
    const before = stored.pathFor(new Date().toISOString().replace(/[:.Z]/g, ''))
    await restoreBackup(db, path, {
      isReplacing: true,
      isKeepingSecrets: true,
      // The site itself uses the database.
      isSoleProcess: false,
      schema: dependencies.schema,
      hasRoomFor: hasRoom,
      // As late as possible, because changes that are made after this backup are lost; only new enquiries are kept.
      beforeSwitch: () =>
        exclusively(async () => {
          await stored.prepare()
          await write(before)
        }),
    })
    await dependencies.onRestored()
    // Not earlier: it may remove the backup that is restored.
    await exclusively(() => stored.prune(keep))
    return basename(before)
  }

  /** Checks a backup. Unless it is a preview, then replaces the content by it.
   * @throws Problem 422 if it can't be restored, 409 while another one is, 507 without room for the backup before */
  async function restore(path: string, { preview }: { preview?: '1' }) {
    if (isRestoring) throw restoreRunning()
    isRestoring = true
    try {
      const { contents: backup, missing } = await readContents(path, db)
      if (preview) return reply(200, { backup, missing, isRestored: false })
      const backupBefore = await replaceContent(path)
      log.warn(
        { createdAt: backup.createdAt, backupBefore },
        'the content was replaced by a backup',
      )
      return reply(200, { backup, missing, backupBefore, isRestored: true })
    } catch (error) {
      throw problemOf(error)
    } finally {
      isRestoring = false
    }
  }

  function problemOf(error: unknown): unknown {
    if (error instanceof NoRoomForBackupError) return noRoom()
    if (!(error instanceof RestoreError)) return error
    log.warn({ err: error }, 'a backup could not be restored')
    return invalidField('backup', reasonOf(error))
  }

  return {
    routes: implement(
      backupOperations,
      {
        backups: async () => reply(200, await readBackups()),
        async writeBackup() {
          await daily.writeNow()
          return reply(201, await readBackups())
        },
        async restore({ context, request, query, session }) {
          const password = passwordIn(request)
          await confirmPassword(context, session.username, password)
          await stored.prepare()
          const path = stored.temporaryPath()
          return withReceivedBackup(request, { path, hasRoomFor }, () => restore(path, query))
        },
        async restoreStored({ context, parameters, body, query, session }) {
          const path = await stored.find(parameters.name)
          if (!path) throw notFound()
          await confirmPassword(context, session.username, body.currentPassword)
          return restore(path, query)
        },
        async downloadBackup({ context, parameters, body, session }) {
          const path = await stored.find(parameters.name)
          if (!path) throw notFound()
          await confirmPassword(context, session.username, body.currentPassword)
          return download(basename(path), 'application/zstd', downloadBackup(path))
        },
      },
      { authorise },
    ),
    /** Whether the last backup failed, or could not be restored. */
    hasFailed: async () => keep > 0 && (await stored.readStatus()).failure !== undefined,
    /** The state of the backups, for the band. */
    status: () => statusOf(stored, keep),
    stop: daily.stop,
  }
}

async function statusOf(stored: StoredBackups, keep: number) {
  const [[last], { checked, ...status }] = await Promise.all([stored.list(), stored.readStatus()])
  // The newest one may have been written before a restore; such backups are not checked.
  const isChecked = checked !== undefined && checked.name === last?.name
  return { keep, ...(last && { lastAt: last.at }), ...status, ...(isChecked && { checked }) }
}

const noRoom = () =>
  new Problem(
    507,
    'The disk has no room for a backup of the current content. Free some space and try again; nothing was changed.',
  )

const restoreRunning = () =>
  new Problem(409, 'Another backup is being checked or restored. Please try again in a minute.')

/** Why a backup can't be restored, without a path and without a message of the system. */
function reasonOf({ message }: RestoreError): string {
  if (/newer version/.test(message)) return 'This backup was written by a newer version.'
  if (/no room/.test(message)) return 'The disk has no room for the backup. Nothing was changed.'
  if (/Another process/.test(message))
    return 'Another backup is being restored or checked. Try again in 30 seconds.'
  return 'This file is not a complete backup. Nothing was changed.'
}

/** The password in the header X-Current-Password, percent-encoded, because the body is the backup.
 * @throws Problem 422 without one */
function passwordIn(request: Request): string {
  try {
    const password = decodeURIComponent(request.headers.get('x-current-password') ?? '')
    if (password !== '') return password
  } catch {
    // It is not percent-encoded.
  }
  throw invalidField('currentPassword', 'This field is required.')
}

/** Whether any process is writing or restoring a backup; files must not be removed then. */
export const isBackupRunning = (db: Db) => () => backupLeases(db).isHeld()
