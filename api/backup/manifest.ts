import { type Static, Type as t } from '@sinclair/typebox'

const digest = t.String({ pattern: '^[0-9a-f]{64}$' })

/** A file of GridFS that an archive contains. */
export const ArchivedFile = t.Object({
  /** An ObjectId in hexadecimal. */
  id: t.String({ pattern: '^[0-9a-f]{24}$' }),
  /** Bytes. */
  size: t.Integer({ minimum: 0 }),
  /** Bytes of each GridFS chunk but the last. */
  chunkSize: t.Integer({ minimum: 1, maximum: 16_000_000 }),
  sha256: digest,
})
export type ArchivedFile = Static<typeof ArchivedFile>

/** The last entry of a backup's archive: what the archive must contain. */
export const Manifest = t.Object({
  format: t.Literal(2),
  /** The number of migrations that were applied to the data. */
  schema: t.Integer({ minimum: 0 }),
  /** RFC 3339, UTC. */
  createdAt: t.String(),
  /** The records: every entry except the chunks and the manifest itself. */
  entries: t.Array(t.Object({ name: t.String(), size: t.Integer({ minimum: 0 }), sha256: digest })),
  /** The files whose chunks the archive contains, in the order of the chunks. */
  files: t.Array(ArchivedFile),
})
export type Manifest = Static<typeof Manifest>

export const manifestName = 'manifest.json'
