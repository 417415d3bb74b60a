import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from './limits'
import { declare } from './operation'

/** One automatic backup. */
export const Backup = t.Object({
  /** Its file's name. */
  name: t.String(),
  /** Bytes. */
  size: t.Integer(),
  /** When it was finished (RFC 3339, UTC). */
  at: t.String({ format: 'date-time' }),
})
export type Backup = Static<typeof Backup>

/** What the administrator sends to download a backup: the password, for a stolen token must not be enough. */
export const BackupDownloadBody = t.Object({
  currentPassword: t.String({ minLength: 1, maxLength: limits.password }),
})

/** The automatic backups that are kept, newest first. */
export const BackupsResponse = t.Object({
  backups: t.Array(Backup),
  /** How many are kept; 0 when there are no automatic ones. */
  keep: t.Integer(),
})
export type BackupsResponse = Static<typeof BackupsResponse>

export const backupOperations = declare({
  backups: {
    method: 'GET',
    path: '/api/admin/backups',
    summary: 'The automatic backups',
    access: 'admin',
    responses: { 200: { description: 'Newest first', schema: BackupsResponse } },
  },
  downloadBackup: {
    method: 'POST',
    path: '/api/admin/backups/{name}',
    summary: 'Download an automatic backup',
    access: 'admin',
    json: BackupDownloadBody,
    isVerbatim: true,
    responses: { 200: { description: 'The archive', mediaType: 'application/zstd' } },
    problems: [429],
  },
})
