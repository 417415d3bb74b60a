import type { AdminShow } from '../contract/shows'
import { takesPlace } from './commitments'

type PaidShow = Pick<AdminShow, 'formerDate' | 'fee' | 'deposit' | 'isPaid'> & { status?: string }

/** What the band is still owed for a show, in the currency's smallest unit. */
export const owedFor = (show: PaidShow): number =>
  show.isPaid || !takesPlace(show) ? 0 : Math.max((show.fee ?? 0) - (show.deposit ?? 0), 0)
