import { create } from 'zustand'
import type { Track } from '../../../api/contract/music'
import type { AdminShow, Show } from '../../../api/contract/shows'
import { setBusy } from '../../installation/busy.store'
import { showFields, textsOf, trackFields } from './record-fields'
import type { Draft } from './use-storing'

/** What the back office's forms add and change. */
export type RecordKind = 'show' | 'track'
type ShowTexts = Record<keyof typeof showFields, string>
type TrackTexts = Record<keyof typeof trackFields, string>

/** A show as the back office lists it; without a version where the list is the public one. */
export type ListedShow = Show & Partial<Pick<AdminShow, 'version'>>

/** What was typed of a show. */
export type ShowDraft = ShowTexts & Draft

/** What was typed and chosen of a track. */
export interface TrackDraft extends TrackTexts, Draft {
  /** The name of the file that the edited track has. */
  currentFile?: string
  file?: File | undefined
}

/** A track's form on its way. */
export interface Upload {
  /** Of a file, from 0 to 1; absent when only words are sent. */
  progress: number | undefined
  cancel: () => void
}

const emptyShow: ShowDraft = textsOf(showFields)
const emptyTrack: TrackDraft = textsOf(trackFields)

/** The Idempotency-Key of a form's content, for as long as that is not stored. */
interface SentContent {
  content: string
  key: string
}

interface Drafts {
  /** By the kind of record. They outlive the page, as the drafts do. */
  keys: Partial<Record<RecordKind, SentContent | undefined>>
  show: ShowDraft
  track: TrackDraft
  typeShow: (changes: Partial<ShowTexts>) => void
  typeTrack: (changes: Partial<TrackDraft>) => void
  editShow: (show: ListedShow) => void
  editTrack: (track: Track) => void
  clearShow: () => void
  clearTrack: () => void
  /** Here, for it goes on while the person looks at something else. */
  upload: Upload | undefined
  setUpload: (upload: Upload | undefined) => void
}

/** What was typed into the admin forms. It outlives the page, so that a session that expires, or a look at
 * the other tab, loses nothing. */
export const useDrafts = create<Drafts>()((set, get) => ({
  keys: {},
  show: emptyShow,
  track: emptyTrack,
  typeShow: (changes) => set({ show: { ...get().show, ...changes } }),
  typeTrack: (changes) => set({ track: { ...get().track, ...changes } }),
  editShow: (show) =>
    set({ show: { ...textsOf(showFields, show), editId: show._id, version: show.version } }),
  editTrack: (track) => {
    const { _id: editId, version, fileName: currentFile } = track
    set({ track: { ...textsOf(trackFields, track), editId, version, currentFile } })
  },
  clearShow: () => set({ show: emptyShow }),
  clearTrack: () => set({ track: emptyTrack }),
  upload: undefined,
  setUpload: (upload) => set({ upload }),
}))

useDrafts.subscribe(({ show, track, upload }) => {
  setBusy('upload', upload !== undefined)
  setBusy('drafts', isTyped(show) || isTyped(track))
})

const isTyped = (draft: ShowDraft | TrackDraft) => Object.values(draft).some(Boolean)
