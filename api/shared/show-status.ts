import type { Show } from '../contract/shows'
import { shortDate } from './show-dates'

/** The status of a show as people read it on its ticket and on its card; undefined for a show as planned. */
export function statusText({
  status,
  formerDate,
}: Pick<Show, 'status' | 'formerDate'>): string | undefined {
  if (status === 'cancelled') return 'Cancelled'
  if (status === 'soldout') return 'Sold out'
  if (status === 'postponed')
    return formerDate ? `Postponed from ${shortDate(formerDate)}` : 'Postponed'
  return undefined
}
