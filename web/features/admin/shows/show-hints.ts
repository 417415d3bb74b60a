import type { Away } from '../../../../api/contract/availability'
import { takesPlace } from '../../../../api/shared/commitments'
import { isAfterMidnight } from '../../../../api/shared/start-day'
import type { ListedShow, ShowDraft } from '../records/drafts.store'

type Typed = Pick<
  ShowDraft,
  'date' | 'startsAt' | 'doorsAt' | 'fee' | 'deposit' | 'editId' | 'original'
>
type Known = Pick<ListedShow, '_id' | 'date' | 'venue' | 'city' | 'status' | 'formerDate'>

/** What the band plans. */
export interface Plans {
  shows: readonly Known[]
  away: readonly Pick<Away, 'from' | 'to' | 'note'>[]
}

/** Questions about typed values that may be mistakes, by field. They do not prevent saving.
 * @param today YYYY-MM-DD */
export function showHints(
  { date, startsAt, doorsAt, fee, deposit, editId, original }: Typed,
  { shows, away }: Plans,
  today: string,
): { date?: string; doorsAt?: string; deposit?: string } {
  const isMoved = date !== '' && date !== original?.date
  const other = shows.find((show) => show.date === date && show._id !== editId && takesPlace(show))
  const off = away.find(({ from, to }) => from <= date && date <= to)
  const questions = [
    isMoved && date < today && 'This day has passed. Is it the right year?',
    isMoved &&
      other &&
      `You already play at ${other.venue}, ${other.city}, on this day. Is that right?`,
    isMoved && off && `That night is off${off.note ? `: ${off.note}` : ''}. Is that right?`,
  ]
  const ofDate = questions.filter(Boolean).join(' ')
  const isLate = startsAt !== '' && doorsAt > startsAt && !isAfterMidnight({ startsAt, doorsAt })
  return {
    ...(ofDate && { date: ofDate }),
    ...(isLate && { doorsAt: 'The doors open after the show starts. Is that right?' }),
    ...(fee !== '' &&
      Number(deposit) > Number(fee) && { deposit: 'That is more than the fee. Is that right?' }),
  }
}
