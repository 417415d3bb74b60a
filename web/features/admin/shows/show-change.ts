import type { AdminShow, Poster, Show, ShowBody } from '../../../../api/contract/shows'
import { longDate } from '../../../../api/shared/show-dates'
import { conflictOf } from '../../../api-client/problem'
import { mergeValue, previewOf } from '../../../offline/record-merge'
import type { useSaving } from '../panel/use-saving'
import { type ListedShow, type ShowDraft, useDrafts } from '../records/drafts.store'
import { type Pending, submitRecord, waitingNotice } from '../records/record-change'
import {
  bodyOf,
  conflictRows,
  mergeTexts,
  posterRow,
  showFields,
  textsOf,
} from '../records/record-fields'
import { nameOfShow } from '../records/show-name'
import type { Merged } from '../records/use-storing'

/** A stored show, with the number of subscriptions that get a message about its change; or one that waits on this phone. */
export type StoredShow = AdminShow & Pending & { notified?: number | undefined }

/** Merges a draft into a newer version of its show. */
export function mergeShow(typed: ShowDraft, current: AdminShow): Merged<ShowDraft> {
  const original = typed.original ?? current
  const { texts, overlaps } = mergeTexts(showFields, typed, original, current)
  const poster = mergeValue(original.poster, typed.poster, current.poster, isSamePoster)
  return {
    changes: { ...texts, poster: poster.value },
    overlaps: overlaps || poster.overlaps,
  }
}

export const describeShow = ({ date, venue, city }: Pick<Show, 'date' | 'venue' | 'city'>) =>
  `${longDate(date)} at ${venue}, ${city}`

/** The number of people who are notified, as a sentence; empty if there are none, or if it is not known. */
export function notifiedText({ notified = 0 }: StoredShow): string {
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

/** The body of a request that makes a stored show the same as an earlier one. */
const bodyOfShow = (show: ListedShow, stored: ListedShow): ShowBody => ({
  ...bodyOf(showFields, textsOf(showFields, show), stored),
  // An empty text clears a field, whatever the field contains.
  poster: show.poster ?? ('' as never),
  formerDate: show.formerDate ?? '',
})

/** Sends the show form. */
export function sendShow(draft: ShowDraft): Promise<StoredShow> {
  const { editId, version, original, poster, ...typed } = draft
  const json: ShowBody = {
    ...bodyOf(showFields, typed, original),
    ...(poster && { poster }),
    // An empty text clears a field, whatever the field contains.
    ...(!poster && original?.poster && { poster: '' as never }),
  }
  return submitShow(original, json, version, editId)
}

/** Adds a show, or changes one.
 * @param before the show that is changed; undefined for a new one */
function submitShow(
  before: ListedShow | undefined,
  body: ShowBody,
  version: number | undefined,
  id = '',
): Promise<StoredShow> {
  const preview = previewOf({ slug: '', updatedAt: '', version: 1, ...before, _id: id }, body)
  const label = describeShow(preview)
  const change = { kind: 'show', id, body, version, label, preview, original: before } as const
  return submitRecord<AdminShow>(change)
}

interface Options {
  save: ReturnType<typeof useSaving>['save']
  /** Called with each stored show. */
  onStored: (show: StoredShow) => void
  /** Called after each attempt, to read the list again. */
  onChanged: () => Promise<void>
}

/** Changes of shows without the form, each with a notice that offers to take it back. */
export function showChanges({ save, onStored, onChanged }: Options) {
  /** @param send `before` is the show as it was, to which the notice offers to return */
  function change(
    done: 'Updated' | 'Taken back',
    send: () => Promise<{ stored: StoredShow; before: ListedShow }>,
  ) {
    void save('The show could not be changed.', async () => {
      try {
        const { stored, before } = await send()
        // The form may contain another show by now, or an older version of this one, which lacks somebody else's change.
        const { show: form, rebaseShow } = useDrafts.getState()
        if (form.editId === before._id && form.version === before.version) rebaseShow(stored)
        if (stored.waitingKey !== undefined)
          return waitingNotice(nameOfShow(stored), stored.waitingKey)
        onStored(stored)
        const text = `${done}: ${nameOfShow(stored)}${notifiedText(stored)}`
        return { text, undo: () => restore(stored, before) }
      } finally {
        // After a conflict, too, so that the next attempt is based on the current version.
        void onChanged()
      }
    })
  }

  /** Reverses a change of a show. */
  const restore = (show: AdminShow, before: ListedShow) =>
    change('Taken back', async () => {
      const body = bodyOfShow(before, show)
      return { stored: await submitShow(show, body, show.version, show._id), before: show }
    })

  const changeFields = (show: ListedShow, fields: Pick<ShowBody, 'status' | 'visibility'>) => {
    const send = async (before: ListedShow) => {
      const { _id: id, version, date, venue, city } = before
      return {
        stored: await submitShow(before, { date, venue, city, ...fields }, version, id),
        before,
      }
    }
    // If somebody else has changed only other fields, sends the change again, based on their version.
    const sendAgain = (error: unknown) => {
      const found = conflictOf<AdminShow>(error)
      if (found?.kind !== 'changed') throw error
      const { status, visibility } = found.current
      if (status !== show.status || visibility !== show.visibility) throw error
      return send(found.current)
    }
    change('Updated', () => send(show).catch(sendAgain))
  }

  return { restore, changeFields }
}
