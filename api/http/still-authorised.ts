import type { RequestContext } from './request-context'
import type { Authorise } from './route'

/** Checks the session again after something was stored that ends with it. If the session has ended meanwhile, what ends with it may
 * have been deleted before this was stored.
 * @param remove removes what was stored; called if the session has ended
 * @throws Problem as `authorise` */
export async function requireSessionStill(
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
