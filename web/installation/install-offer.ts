export interface InstallCriteria {
  /** Whether the visitor has seen a second page or played a track. */
  isEngaged: boolean
  isInstalled: boolean
  /** When the visitor last chose 'Not now', in milliseconds since 1970. */
  declinedAt: number | undefined
  /** In milliseconds since 1970. */
  now: number
}

const declinePeriod = 90 * 24 * 60 * 60_000

/** Whether installation may be offered: the visitor is engaged, has not installed the site, and has not chosen 'Not
 * now' within 90 days. */
export const mayOfferInstall = ({ isEngaged, isInstalled, declinedAt, now }: InstallCriteria) =>
  isEngaged && !isInstalled && (declinedAt === undefined || now - declinedAt >= declinePeriod)
