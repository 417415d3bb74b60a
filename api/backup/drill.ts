import type { Db } from 'mongodb'
import type { HasRoomFor } from './archive-writer'
import { backupLeases } from './backup-lease'
import { drillPrefix } from './restore'
import { createScratch } from './scratch'

/** Tests that a backup can be restored: loads it into temporary collections, compares them with its manifest, and drops
 * them.
 * @throws RestoreError when it can't be restored, or the disk has no room for the test */
export async function drill(db: Db, path: string, hasRoomFor: HasRoomFor): Promise<void> {
  const scratch = createScratch(db, `${drillPrefix}${crypto.randomUUID()}.`, hasRoomFor)
  await backupLeases(db).during('restore', async () => {
    try {
      await scratch.load(path)
    } finally {
      await scratch.drop()
    }
  })
}
