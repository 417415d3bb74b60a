import { isWithinNetworks, networkFrom } from './client-address'
import { Problem } from './problem'
import type { RequestContext } from './request-context'

/** Restricts the back office to networks (ADMIN_NETWORKS).
 * @param networks addresses and networks in CIDR notation; without any, it can be used from everywhere */
export function createAdminNetworks(networks: readonly string[]) {
  const allowed = networks.map(networkFrom)
  const isAllowed = ({ address }: Pick<RequestContext, 'address'>): boolean =>
    allowed.length === 0 || isWithinNetworks(address, allowed)
  return {
    isAllowed,
    /** @throws Problem 403 for a request from elsewhere */
    admit(context: Pick<RequestContext, 'address'>): void {
      if (!isAllowed(context))
        throw new Problem(
          403,
          'The back office can not be used from this network. Use one that ADMIN_NETWORKS allows.',
        )
    },
  }
}
