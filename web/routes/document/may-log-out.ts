import { unfinishedUploads } from '../../features/admin/uploads/uploads.store'
import { unsentWarning } from '../../offline/change-rules'
import { changes } from '../../offline/changes'

/** Asks before a logout that would discard unsent changes or mp3s. If a queue can't be read, it has none.
 * @returns whether the person may be logged out */
export async function mayLogOut(): Promise<boolean> {
  const [entries, mp3s] = await Promise.all([
    changes.entries().catch(() => []),
    unfinishedUploads().catch(() => 0),
  ])
  const warning = unsentWarning(entries, mp3s)
  return warning === '' || confirm(`${warning} Log out?`)
}
