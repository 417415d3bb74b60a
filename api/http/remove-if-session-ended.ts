import type { RequestContext } from './request-context'
import type { Authorise } from './route'

/** Checks the session again after a request has stored something that is deleted when the session ends, and removes it if the session
 * has ended: that deletion may have run before this was stored.
 * @param remove removes what was stored
 * @throws Problem as `authorise` */
export async function removeIfSessionEnded(
  authorise: Authorise,
  context: RequestContext,
  remove: () => Promise<unknown>,
): Promise<void> {
  try {
    await authorise(context)
  } catch (error) {
    await remove()
    throw error
  }
}
