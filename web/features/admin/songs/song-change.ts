import type { AdminSong, SongBody } from '../../../../api/contract/songs'
import { mergeValue, previewOf } from '../../../offline/record-merge'
import type { Submitted } from '../changes/changes.store'
import type { SongDraft } from '../records/drafts.store'
import { submitRecord } from '../records/record-change'
import { bodyOf, mergeTexts, songFields, textsOfSong } from '../records/record-fields'
import type { Merged } from '../records/use-storing'

export const describeSong = ({ title, artist }: Pick<SongBody, 'title' | 'artist'>) =>
  `${title} by ${artist}`

/** Merges a draft into a newer version of its song. */
export function mergeSong(typed: SongDraft, current: AdminSong): Merged<SongDraft> {
  const original = typed.original ?? current
  const versions = [textsOfSong(original), textsOfSong(current)] as const
  const { texts, overlaps } = mergeTexts(songFields, typed, ...versions)
  const [before = '', mine = '', theirs = ''] = [original, typed, current].map((one) => one.trackId)
  const trackId = mergeValue(before, mine, theirs)
  return { changes: { ...texts, trackId: trackId.value }, overlaps: overlaps || trackId.overlaps }
}

/** Sends the song form. */
export function sendSong(draft: SongDraft): Promise<Submitted<AdminSong>> {
  const { editId: id = '', version, original } = draft
  const { tags, isPublic, ...fields } = bodyOf(songFields, draft, original && textsOfSong(original))
  const body = {
    ...fields,
    ...(tags !== undefined && {
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    }),
    isPublic: isPublic !== 'false',
    ...((draft.trackId || original?.trackId) && { trackId: draft.trackId ?? '' }),
  }
  const preview = previewOf({ version: 1, ...original, _id: id }, body)
  const label = describeSong(draft)
  return submitRecord<AdminSong>({ kind: 'song', id, body, version, label, preview, original })
}
