import { create } from 'zustand'
import type { Track, TrackFields } from '../../../api/contract/music'
import type { AdminShow, Show, ShowBody } from '../../../api/contract/shows'
import { setBusy } from '../../installation/busy.store'

/** A show as the back office lists it; without a version where the list is the public one. */
export type ListedShow = Show & Partial<Pick<AdminShow, 'version'>>

export interface ShowDraft extends ShowBody {
  /** The show being edited; absent while adding. */
  editId?: string
  /** Its version, as the person saw it. */
  version?: number | undefined
}

export interface TrackDraft extends TrackFields {
  /** The track being edited; absent while adding. */
  editId?: string
  /** Its version, as the person saw it. */
  version?: number
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

const emptyShow: ShowDraft = { date: '', venue: '', city: '' }
const emptyTrack: TrackDraft = { name: '', artist: '', location: '' }

/** The Idempotency-Key of a form's content, for as long as that is not stored. */
interface RecordKey {
  content: string
  key: string
}

interface Drafts {
  /** By the kind of record. They outlive the page, as the drafts do. */
  keys: Partial<Record<'show' | 'track', RecordKey | undefined>>
  show: ShowDraft
  track: TrackDraft
  typeShow: (changes: Partial<ShowBody>) => void
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
  editShow: ({ _id, version, date, venue, city }) =>
    set({ show: { editId: _id, version, date, venue, city } }),
  editTrack: ({ _id, version, name, artist, location, fileName }) =>
    set({ track: { editId: _id, version, name, artist, location, currentFile: fileName } }),
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
