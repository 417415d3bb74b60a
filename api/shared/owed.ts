import { takesPlace } from './commitments'

interface PaidShow {
  status?: string
  formerDate?: string
  /** In the currency's smallest unit. */
  fee?: number
  /** What was paid in advance, in the same unit. */
  deposit?: number
  isPaid?: boolean
}

/** What the band is still owed for a show, in the currency's smallest unit. */
export const owedFor = (show: PaidShow): number =>
  show.isPaid || !takesPlace(show) ? 0 : Math.max((show.fee ?? 0) - (show.deposit ?? 0), 0)
