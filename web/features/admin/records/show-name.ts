import type { Show } from '../../../../api/contract/shows'
import { longDate } from '../../../../api/shared/show-dates'

/** A short name of a show, for notices and lists. */
export const nameOfShow = ({ venue, date }: Pick<Show, 'venue' | 'date'>) =>
  `${venue}, ${longDate(date)}`
