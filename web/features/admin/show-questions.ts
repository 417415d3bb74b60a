import type { ListedShow, ShowDraft } from './drafts.store'

type Typed = Pick<ShowDraft, 'date' | 'startsAt' | 'doorsAt' | 'editId' | 'original'>
type Known = Pick<ListedShow, '_id' | 'date' | 'venue' | 'city' | 'status'>

/** Questions about a show that somebody types, by field: each may be a mistake, and each may be meant.
 * @param shows all shows that the band knows
 * @param today YYYY-MM-DD */
export function showQuestions(
  { date, startsAt, doorsAt, editId, original }: Typed,
  shows: readonly Known[],
  today: string,
): { date?: string; doorsAt?: string } {
  const isMoved = date !== '' && date !== original?.date
  const other = shows.find(
    (show) => show.date === date && show._id !== editId && show.status !== 'cancelled',
  )
  const questions = [
    isMoved && date < today && 'This day has passed. Is it the right year?',
    isMoved && other && `You play at ${other.venue}, ${other.city}, that night. Twice?`,
  ]
  const ofDate = questions.filter(Boolean).join(' ')
  const isLate = startsAt !== '' && doorsAt > startsAt
  return {
    ...(ofDate && { date: ofDate }),
    ...(isLate && { doorsAt: 'The doors open after the show starts. Is that right?' }),
  }
}
