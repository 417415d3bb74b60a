import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { AdminTrack as Track } from '../../../api/contract/music'
import type { AdminShow, Poster, Show } from '../../../api/contract/shows'
import type { AdminSong } from '../../../api/contract/songs'
import { setBusy } from '../../installation/busy.store'
import { privateDatabaseName } from '../../offline/names'
import { draftStorage } from './draft-storage'
import { showFields, songFields, textsOf, textsOfSong, trackFields } from './record-fields'
import type { Draft } from './use-storing'
import type { WaitingMark } from './waiting'

/** The kinds of records that the back office's forms add and change. */
export type RecordKind = 'show' | 'track' | 'song'
/** The kinds of content that are sent with an Idempotency-Key. */
export type KeyedKind = RecordKind | 'reply' | 'nights off' | 'pasted songs'
type ShowTexts = Record<keyof typeof showFields, string>
type TrackTexts = Record<keyof typeof trackFields, string>

/** A show as the back office lists it; without a version if it comes from the public list. */
export type ListedShow = Show &
  WaitingMark &
  Partial<
    Pick<
      AdminShow,
      | 'version'
      | 'visibility'
      | 'lastChange'
      | 'fee'
      | 'deposit'
      | 'isPaid'
      | 'setList'
      | 'enquiryId'
    >
  >

/** The content of the show form. */
export type ShowDraft = ShowTexts & Draft & { original?: ListedShow; poster?: Poster | undefined }

/** The content of the track form. */
export interface TrackDraft extends TrackTexts, Draft {
  original?: Track
  /** The file name of the track that is being edited. */
  currentFile?: string
  file?: File | undefined
  /** The name of the chosen file. A reload loses the file, but not this name. */
  chosenFile?: string | undefined
}

/** The content of the song form. */
export interface SongDraft extends Record<keyof typeof songFields, string>, Draft {
  original?: AdminSong
  trackId?: string | undefined
}

/** A track form that is being sent. */
export interface Upload {
  /** From 0 to 1; undefined if the form contains no file. */
  progress: number | undefined
  cancel: () => void
}

const emptyShow: ShowDraft = textsOf(showFields)
const emptyTrack: TrackDraft = textsOf(trackFields)
const emptySong: SongDraft = textsOf(songFields)

/** The Idempotency-Key of a form's content that is not yet stored. */
interface SentContent {
  content: string
  key: string
}

interface Drafts {
  /** Idempotency-Keys by kind. */
  keys: Partial<Record<KeyedKind, SentContent | undefined>>
  show: ShowDraft
  track: TrackDraft
  song: SongDraft
  typeShow: (changes: Partial<ShowTexts & Pick<ShowDraft, 'poster'>>) => void
  typeTrack: (changes: Partial<TrackDraft>) => void
  typeSong: (changes: Partial<SongDraft>) => void
  editShow: (show: ListedShow) => void
  /** Begins a new show with the fields of another one, except its date, status, note, ticket link, poster, payment, contact
   * and private note. */
  repeatShow: (show: ListedShow) => void
  /** Bases the draft on a newer version of its show, whose status and visibility were changed outside the form. */
  rebaseShow: (show: ListedShow) => void
  editTrack: (track: Track) => void
  editSong: (song: AdminSong) => void
  clearShow: () => void
  clearTrack: () => void
  clearSong: () => void
  /** Part of the store because an upload continues while other pages are displayed. */
  upload: Upload | undefined
  setUpload: (upload: Upload | undefined) => void
}

/** The drafts of the admin forms. They survive navigation and reloads, except for chosen files. */
export const useDrafts = create<Drafts>()(
  persist(
    (set, get) => ({
      keys: {},
      show: emptyShow,
      track: emptyTrack,
      song: emptySong,
      typeShow: (changes) => set({ show: { ...get().show, ...changes } }),
      typeTrack: (changes) => set({ track: { ...get().track, ...changes } }),
      typeSong: (changes) => set({ song: { ...get().song, ...changes } }),
      editShow(show) {
        const { _id: editId, version, poster } = show
        set({ show: { ...textsOf(showFields, show), editId, version, poster, original: show } })
      },
      repeatShow(show) {
        const own = { deposit: '', isPaid: '', contact: '', privateNote: '' }
        const emptied = { date: '', status: '', note: '', ticketUrl: '', ...own }
        set({ show: { ...textsOf(showFields, show), ...emptied } })
      },
      rebaseShow(show) {
        const { status, visibility } = textsOf(showFields, show)
        set({ show: { ...get().show, status, visibility, version: show.version, original: show } })
      },
      editTrack: (track) => {
        const { _id: editId, version, fileName: currentFile } = track
        const original = track
        set({ track: { ...textsOf(trackFields, track), editId, version, currentFile, original } })
      },
      editSong(song) {
        const { _id: editId, version, trackId } = song
        const texts = textsOf(songFields, textsOfSong(song))
        set({ song: { ...texts, editId, version, trackId, original: song } })
      },
      clearShow: () => set({ show: emptyShow }),
      clearTrack: () => set({ track: emptyTrack }),
      clearSong: () => set({ song: emptySong }),
      upload: undefined,
      setUpload: (upload) => set({ upload }),
    }),
    {
      name: privateDatabaseName,
      storage: draftStorage<Partial<Drafts>>(),
      // A draft of an earlier version lacks the fields that were added since.
      merge(stored, current) {
        const { keys, show, track, song } = (stored ?? {}) as Partial<Drafts>
        return {
          ...current,
          ...(keys && { keys }),
          show: { ...current.show, ...show },
          track: { ...current.track, ...track },
          song: { ...current.song, ...song },
        }
      },
      partialize: ({ keys, show, track: { file: _, ...track }, song }) => ({
        keys,
        show,
        track,
        song,
      }),
    },
  ),
)

useDrafts.subscribe(({ show, track, song, upload }) => {
  setBusy('upload', upload !== undefined)
  setBusy('drafts', isTyped(show) || isTyped(track) || isTyped(song))
})

/** Whether a form contains anything. */
export const isTyped = (draft: Draft) => Object.values(draft).some(Boolean)
