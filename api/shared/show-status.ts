import type { Show } from '../contract/shows'
import { monthOf, shortDate } from './show-dates'

/** The status of a show as people read it on its page and on its card; undefined for a show as planned. */
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

/** The status, shortened for a ticket in a list. */
export const stampText = ({ status, formerDate }: Pick<Show, 'status' | 'formerDate'>) =>
  status === 'postponed' && formerDate
    ? `Moved from ${monthOf(formerDate).slice(0, 3)} ${Number(formerDate.slice(8))}`
    : statusText({ status, formerDate } as Pick<Show, 'status' | 'formerDate'>)
