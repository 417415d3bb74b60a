import { type Static, Type as t } from '@sinclair/typebox'
import { PasswordConfirmation } from './admin'
import { created, declare, ok } from './operation'
import { oneOf } from './text'

/** A daily backup, or one written before a restore. */
export const Backup = t.Object({
  /** File name. */
  name: t.String(),
  /** Bytes, with its files, which it may share with other backups. */
  size: t.Integer(),
  /** When it was finished (RFC 3339, UTC). */
  at: t.String({ format: 'date-time' }),
})
export type Backup = Static<typeof Backup>

/** The result of the last automatic backup. */
export const BackupStatus = t.Object({
  /** The last backup that was restored for a test and found complete, and when that was started (RFC 3339, UTC). */
  checked: t.Optional(t.Object({ name: t.String(), at: t.String({ format: 'date-time' }) })),
  /** Why the last backup failed, or could not be restored; absent if all is well. */
  failure: t.Optional(t.Object({ at: t.String({ format: 'date-time' }), message: t.String() })),
})
export type BackupStatus = Static<typeof BackupStatus>

/** The stored automatic backups, newest first. */
export const BackupsResponse = t.Object({
  backups: t.Array(Backup),
  /** How many daily backups are kept; 0 when they are off. */
  keep: t.Integer(),
  ...BackupStatus.properties,
})
export type BackupsResponse = Static<typeof BackupsResponse>

/** What a backup contains. */
export const BackupContents = t.Object({
  /** When it was written (RFC 3339, UTC). */
  createdAt: t.String({ format: 'date-time' }),
  shows: t.Integer(),
  tracks: t.Integer(),
  songs: t.Integer(),
  pictures: t.Integer(),
  enquiries: t.Integer(),
  /** The band's name. */
  name: t.Optional(t.String()),
})
export type BackupContents = Static<typeof BackupContents>

/** Current records that a backup lacks. */
export const MissingRecords = t.Object({
  kind: oneOf('shows', 'music', 'songs', 'enquiries'),
  count: t.Integer(),
  /** Descriptions of at most five of them, the newest first. */
  names: t.Array(t.String()),
})
export type MissingRecords = Static<typeof MissingRecords>

const RestoreResponse = t.Object({
  backup: BackupContents,
  /** The current records that the backup lacks, by kind. */
  missing: t.Array(MissingRecords),
  /** After a restore: the name of a backup of the former content. */
  backupBefore: t.Optional(t.String()),
  /** Whether the content was replaced; false for a preview. */
  isRestored: t.Boolean(),
})
const restoreQuery = t.Object({ preview: t.Optional(t.Literal('1')) })

export const backupOperations = declare({
  writeBackup: {
    route: 'POST /api/admin/backups',
    summary: 'Write today’s backup now, and check that it can be restored',
    responses: created(
      'The backups; `failure` says why today’s was not written, or can’t be restored',
      BackupsResponse,
    ),
  },
  restore: {
    route: 'POST /api/admin/restore',
    summary:
      'Replace the content by that of a backup; with `preview`, only check it and say what it contains',
    bytes: 'application/zstd',
    headers: ['X-Current-Password'],
    query: restoreQuery,
    responses: ok('What the backup contains', RestoreResponse),
    problems: [409, 429, 507],
  },
  restoreStored: {
    route: 'POST /api/admin/backups/{name}/restore',
    summary:
      'Replace the content by that of an automatic backup; with `preview`, only check it and say what it contains',
    json: PasswordConfirmation,
    isVerbatim: true,
    query: restoreQuery,
    responses: ok('What the backup contains', RestoreResponse),
    problems: [409, 429, 507],
  },
  backups: {
    route: 'GET /api/admin/backups',
    summary: 'The automatic backups',
    responses: ok('Newest first', BackupsResponse),
  },
  downloadBackup: {
    route: 'POST /api/admin/backups/{name}',
    summary: 'Download an automatic backup',
    json: PasswordConfirmation,
    isVerbatim: true,
    responses: { 200: { description: 'The archive', mediaType: 'application/zstd' } },
    problems: [429],
  },
})
