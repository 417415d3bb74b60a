import type { ReactElement } from 'react'
import { unsavedForms } from '../../features/admin/records/unsaved-forms'
import { unsentWarning } from '../../offline/change-rules'
import { changes } from '../../offline/changes'
import { resultOf } from '../../offline/database'
import { uploadsName } from '../../offline/names'
import { ConfirmDialog } from '../../ui/ConfirmDialog'

interface Handlers {
  onConfirm: () => void
  onClose: () => void
}

/** The question before a logout that would discard unsent changes, mp3s or the content of forms; null if it would discard nothing. A
 * queue that can't be read counts as empty. */
export async function logoutQuestion(handlers: Handlers): Promise<ReactElement | null> {
  const [entries, mp3s] = await Promise.all([
    changes.entries().catch(() => []),
    unfinishedUploads().catch(() => 0),
  ])
  const warning = unsentWarning(entries, mp3s, unsavedForms())
  if (warning === '') return null
  return <ConfirmDialog title="Log out?" text={warning} confirm="Log out" {...handlers} />
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
