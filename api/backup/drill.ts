import type { Db } from 'mongodb'
import type { HasRoomFor } from './archive-writer'
import { backupLeases } from './backup-lease'
import { drillPrefix } from './restore'
import { createScratch } from './scratch'

/** Restores a backup into collections beside the site's, compares them with its manifest, and removes them.
 * @throws RestoreError when the backup could not be restored */
export async function drill(db: Db, path: string, hasRoomFor: HasRoomFor): Promise<void> {
  const scratch = createScratch(db, drillPrefix, hasRoomFor)
  await backupLeases(db).during('restore', async () => {
    try {
      await scratch.load(path)
    } finally {
      await scratch.drop()
    }
  })
}
