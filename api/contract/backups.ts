import { type Static, t } from 'elysia'

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

/** The automatic backups that are kept, newest first. */
export const BackupsAnswer = t.Object({
  backups: t.Array(Backup),
  /** How many are kept; 0 when there are no automatic ones. */
  keep: t.Integer(),
})
export type BackupsAnswer = Static<typeof BackupsAnswer>
