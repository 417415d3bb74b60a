import type { AdminShow, Poster, Show, ShowBody } from '../../../../api/contract/shows'
import { longDate } from '../../../../api/shared/show-dates'
import { mergeValue, previewOf } from '../../../offline/record-merge'
import type { Submitted } from '../changes/changes.store'
import type { ListedShow, ShowDraft } from '../records/drafts.store'
import { submitRecord } from '../records/record-change'
import { bodyOf, conflictRows, mergeTexts, posterRow, showFields } from '../records/record-fields'
import type { Merged } from '../records/use-storing'

/** Merges a draft into a newer version of its show. */
export function mergeShow(typed: ShowDraft, current: AdminShow): Merged<ShowDraft> {
  const original = typed.original ?? current
  const { texts, overlaps } = mergeTexts(showFields, typed, original, current)
  const poster = mergeValue(original.poster, typed.poster, current.poster, isSamePoster)
  return { changes: { ...texts, poster: poster.value }, overlaps: overlaps || poster.overlaps }
}

export const describeShow = ({ date, venue, city }: Pick<Show, 'date' | 'venue' | 'city'>) =>
  `${longDate(date)} at ${venue}, ${city}`

/** The number of people who are notified, as a sentence; empty if there are none, or if it is not known. */
export function notifiedText(notified = 0): string {
  if (notified === 0) return ''
  return notified === 1 ? '. One person is told.' : `. ${notified} people are told.`
}

export const isSamePoster = (one: Poster | undefined, other: Poster | undefined) =>
  one?.src === other?.src && one?.alt.trim() === other?.alt

/** The comparison of a draft with the stored show. */
export const rowsOfShows = (mine: ShowDraft, theirs: ListedShow) => [
  ...conflictRows(showFields, mine, theirs),
  posterRow(mine.poster, theirs.poster),
]

/** Sends the draft of a show: as a change if it has an `editId`, otherwise as a new show. */
export function sendShow(draft: ShowDraft): Promise<Submitted<AdminShow>> {
  const { editId: id = '', version, original, poster, formerDate, ...typed } = draft
  const body: ShowBody = {
    ...bodyOf(showFields, typed, original),
    ...(poster && { poster }),
    // An empty text clears a field, whatever the field contains.
    ...(!poster && original?.poster && { poster: '' as never }),
    ...(formerDate !== undefined && { formerDate }),
  }
  const preview = previewOf({ slug: '', updatedAt: '', version: 1, ...original, _id: id }, body)
  const label = describeShow(preview)
  return submitRecord<AdminShow>({ kind: 'show', id, body, version, label, preview, original })
}
