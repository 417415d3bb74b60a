import type { BackupContents } from '../contract/backups'
import { readArchive } from './archive-reader'

/** The fields with the number of records, by their collection. */
const counted = {
  shows: 'shows',
  music: 'tracks',
  pictures: 'pictures',
  enquiries: 'enquiries',
} as const

/** Reads a backup to its end, and compares it with its manifest.
 * @throws RestoreError if it is damaged or of a newer version */
export async function readContents(path: string): Promise<BackupContents> {
  const counts = { shows: 0, tracks: 0, pictures: 0, enquiries: 0 }
  const { createdAt } = await readArchive(path, {
    async documents(collection, documents) {
      const field = counted[collection as keyof typeof counted]
      for await (const _ of documents) if (field) counts[field] += 1
    },
    indexes: () => Promise.resolve(),
  })
  return { createdAt, ...counts }
}
