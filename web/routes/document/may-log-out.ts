import { unsentWarning } from '../../offline/change-rules'
import { changes } from '../../offline/changes'

/** Asks before a logout that would discard unsent changes. If the queue can't be read, it has none.
 * @returns whether the person may be logged out */
export async function mayLogOut(): Promise<boolean> {
  const warning = unsentWarning(await changes.entries().catch(() => []))
  return warning === '' || confirm(`${warning} Log out?`)
}
