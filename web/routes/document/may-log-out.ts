import { unsavedForms } from '../../features/admin/records/unsaved-forms'
import { unsentWarning } from '../../offline/change-rules'
import { changes } from '../../offline/changes'
import { resultOf } from '../../offline/database'
import { uploadsName } from '../../offline/names'

/** Asks before a logout that would discard unsent changes, mp3s or the content of forms. A queue that can't be read counts as empty.
 * @returns whether the person may be logged out */
export async function mayLogOut(): Promise<boolean> {
  const [entries, mp3s] = await Promise.all([
    changes.entries().catch(() => []),
    unfinishedUploads().catch(() => 0),
  ])
  const warning = unsentWarning(entries, mp3s, unsavedForms())
  return warning === '' || confirm(`${warning} Log out?`)
}

/** How many mp3s were chosen on this device and are not uploaded yet. Their own module belongs to the back office, which visitors do not download. */
async function unfinishedUploads(): Promise<number> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === uploadsName)) return 0
  const db = await resultOf(indexedDB.open(uploadsName))
  try {
    return await resultOf(db.transaction('tracks').objectStore('tracks').count())
  } finally {
    db.close()
  }
}
