export interface InstallFacts {
  /** Whether the visitor has seen a second page or played a track. */
  isEngaged: boolean
  isInstalled: boolean
  /** When the visitor last said 'Not now', in milliseconds since 1970. */
  declinedAt: number | undefined
  /** In milliseconds since 1970. */
  now: number
}

const respite = 90 * 24 * 60 * 60_000

/** Whether installing may be offered: to those who are engaged, have not installed, and have not said 'Not
 * now' within 90 days. */
export const mayOfferInstall = ({ isEngaged, isInstalled, declinedAt, now }: InstallFacts) =>
  isEngaged && !isInstalled && (declinedAt === undefined || now - declinedAt >= respite)
