import { type Static, Type as t } from '@sinclair/typebox'

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
  currentPassword: t.String({ minLength: 1, maxLength: 1024 }),
})

/** The automatic backups that are kept, newest first. */
export const BackupsAnswer = t.Object({
  backups: t.Array(Backup),
  /** How many are kept; 0 when there are no automatic ones. */
  keep: t.Integer(),
})
export type BackupsAnswer = Static<typeof BackupsAnswer>
