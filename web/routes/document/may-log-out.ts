import { isUnsent } from '../../offline/change-rules'
import { changes } from '../../offline/changes'

/** Asks before a logout that would discard unsent changes. If the queue can't be read, it has none.
 * @returns whether the person may be logged out */
export async function mayLogOut(): Promise<boolean> {
  const entries = await changes.entries().catch(() => [])
  const { length } = entries.filter(isUnsent)
  if (length === 0) return true
  const count = length === 1 ? '1 change is' : `${length} changes are`
  return confirm(`${count} on this device only, and not sent yet. Log out and discard them?`)
}
