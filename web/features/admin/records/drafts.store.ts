import { create } from 'zustand'
import type { AdminTrack as Track } from '../../../../api/contract/music'
import type { AdminShow, Poster, Show } from '../../../../api/contract/shows'
import type { AdminSong } from '../../../../api/contract/songs'
import { longDate } from '../../../../api/shared/show-dates'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { setBusy } from '../../../installation/busy.store'
import type { WaitingMark } from '../changes/waiting'
import { storeDraft, storedDraft } from './draft-storage'
import { showFields, songFields, textsOf, textsOfSong, trackFields } from './record-fields'
import type { Draft } from './use-storing'

/** The kinds of records that the back office's forms add and change. */
export type RecordKind = 'show' | 'track' | 'song'

/** A show as the back office lists it; without a version if it comes from the public list. */
export type ListedShow = Show & WaitingMark & Partial<AdminShow>

/** A short name of a show, for notices and lists. */
export const nameOfShow = ({ venue, date }: Pick<Show, 'venue' | 'date'>) =>
  `${venue}, ${longDate(date)}`

/** The content of the show form. */
export interface ShowDraft extends Record<keyof typeof showFields, string>, Draft {
  original?: ListedShow
  poster?: Poster | undefined
  /** Set only in a draft that undoes a change; otherwise the server derives it. */
  formerDate?: string
}

/** The content of the track form. */
export interface TrackDraft extends Record<keyof typeof trackFields, string>, Draft {
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

interface FormDrafts {
  show: ShowDraft
  track: TrackDraft
  song: SongDraft
}

const empty: FormDrafts = {
  show: textsOf(showFields),
  track: textsOf(trackFields),
  song: textsOf(songFields),
}

interface Records {
  show: ListedShow
  track: Track
  song: AdminSong
}

/** Converts a stored record to the draft that edits it. */
export const draftOf: { [Kind in RecordKind]: (record: Records[Kind]) => FormDrafts[Kind] } = {
  show: (original) => {
    const { _id: editId, version, poster } = original
    return { ...textsOf(showFields, original), editId, version, poster, original }
  },
  track: (original) => {
    const { _id: editId, version, fileName: currentFile } = original
    return { ...textsOf(trackFields, original), editId, version, currentFile, original }
  },
  song: (original) => {
    const { _id: editId, version, trackId } = original
    const texts = textsOf(songFields, textsOfSong(original))
    return { ...texts, editId, version, trackId, original }
  },
}

/** The name under which a draft is stored. Drafts are also stored by their records, because another form may be opened before they
 * are saved, here or in another tab. */
const nameOf = (kind: RecordKind, { editId = 'new' }: Draft) => `form ${kind} ${editId}`

/** The stored draft of a record; without an id, that of a new one. */
export const unsavedDraftOf = <Kind extends RecordKind>(kind: Kind, draft: Draft = {}) =>
  storedDraft<FormDrafts[Kind]>(nameOf(kind, draft))

/** A draft as it is stored: without its file, which can't be stored. */
const withoutFile = (draft: Draft) => ({ ...draft, file: undefined })

interface Drafts extends FormDrafts {
  type: <Kind extends RecordKind>(kind: Kind, changes: Partial<FormDrafts[Kind]>) => void
  /** Puts a draft into the form, and stores it. */
  replace: (kind: RecordKind, draft: Draft) => void
  /** Opens the form for a new record, with its stored draft if there is one. */
  begin: (kind: RecordKind) => void
  /** Opens the form for a new show with some fields. As in `repeatShow`, a stored draft of another new show stays until
   * something is typed. */
  beginShow: (fields: Partial<ShowDraft>) => void
  /** Opens the form for a record, with its stored draft if there is one. */
  editRecord: <Kind extends RecordKind>(kind: Kind, record: Records[Kind]) => void
  /** Begins a new show with the fields of another one, except its date, status, note, ticket link, poster, payment, contact
   * and private note. */
  repeatShow: (show: ListedShow) => void
  /** Replaces the draft in the form, and its stored copy if there is one. */
  replaceOpen: (kind: RecordKind, draft: Draft) => void
  /** To be called when a sent draft is stored. What was typed meanwhile becomes a draft that changes the stored record; it stays in
   * the form if that still contains it. A sent file is not sent again.
   * @returns what the form contains; `empty` if it is to be cleared */
  rebaseOnStored: (
    kind: RecordKind,
    sent: Draft,
    stored: object,
  ) => 'empty' | 'typed since' | 'another record'
  /** Removes the draft. After an edit, the draft of a new record is shown again. */
  clear: (kind: RecordKind) => void
  /** The track form that is being sent, also while other pages are displayed. `progress` is from 0 to 1; undefined if the form
   * contains no file. */
  upload: { progress: number | undefined; cancel: () => void } | undefined
}

/** The name under which the id of the record that the form of a kind contains is stored. */
const openName = (kind: RecordKind) => `open ${kind}`

/** The draft that was in the form when the page was left or reloaded, if it was typed. */
const draftAtStart = <Kind extends RecordKind>(kind: Kind): FormDrafts[Kind] => {
  const editId = storedDraft<string>(openName(kind))
  // A draft of an earlier version of the site lacks the fields that were added since.
  const stored = unsavedDraftOf(kind, { editId }) ?? unsavedDraftOf(kind)
  return { draftId: newIdempotencyKey(), ...empty[kind], ...stored }
}

/** The drafts of the admin forms. They survive navigation and reloads, except for chosen files. */
export const useDrafts = create<Drafts>()((set, get) => {
  /** @returns the draft with its id */
  function show(kind: RecordKind, content: Draft): Draft {
    const draft = { ...content, draftId: content.draftId ?? newIdempotencyKey() }
    set({ [kind]: draft })
    storeDraft(openName(kind), draft.editId)
    return draft
  }

  /** @param draft what the form contains unless a draft of the record is stored */
  function open<Kind extends RecordKind>(kind: Kind, draft: FormDrafts[Kind]) {
    const stored = unsavedDraftOf(kind, draft)
    // The open form may also have a file.
    const isOpen = get()[kind].editId === draft.editId
    if (isOpen && (stored || draft.editId === undefined)) return
    show(kind, { ...draft, ...stored })
  }

  return {
    show: draftAtStart('show'),
    track: draftAtStart('track'),
    song: draftAtStart('song'),
    type: (kind, changes) => get().replace(kind, { ...get()[kind], ...changes }),
    replace(kind, content) {
      const draft = show(kind, content)
      storeDraft(nameOf(kind, draft), withoutFile(draft))
    },
    clear(kind) {
      const { editId, draftId } = get()[kind]
      // The form may have been opened with other fields, while the draft of another new record is stored.
      const stored = unsavedDraftOf(kind, { editId })
      // A draft of an earlier version of the site has no id.
      if (editId !== undefined || (stored?.draftId ?? draftId) === draftId)
        storeDraft(nameOf(kind, { editId }), undefined)
      show(kind, (editId !== undefined && unsavedDraftOf(kind)) || empty[kind])
    },
    begin: (kind) => open(kind, empty[kind]),
    beginShow(fields) {
      const draft = { ...empty.show, ...fields }
      if (unsavedDraftOf('show')) show('show', draft)
      else get().replace('show', draft)
    },
    editRecord: (kind, record) => open(kind, draftOf[kind](record)),
    repeatShow(record) {
      const own = { deposit: '', isPaid: '', contact: '', privateNote: '' }
      const emptied = { date: '', status: '', note: '', ticketUrl: '', ...own }
      get().beginShow({ ...textsOf(showFields, record), ...emptied })
    },
    replaceOpen(kind, draft) {
      set({ [kind]: draft })
      if (unsavedDraftOf(kind, draft)) storeDraft(nameOf(kind, draft), withoutFile(draft))
    },
    rebaseOnStored(kind, sent, stored) {
      const current = get()[kind]
      const isOpen = isSameDraft(current, sent)
      const record = draftOf[kind](stored as never)
      const later = isOpen ? current : unsavedDraftOf(kind, sent)
      if (!later || !isSameDraft(later, sent)) return 'another record'
      const typed = typedSince(sent, later, record)
      if (typed.length === 0 && isOpen) return 'empty'
      const draft = { ...record, ...Object.fromEntries(typed), draftId: sent.draftId }
      storeDraft(nameOf(kind, sent), undefined)
      if (typed.length > 0) storeDraft(nameOf(kind, draft), withoutFile(draft))
      if (!isOpen) return 'another record'
      show(kind, draft)
      return 'typed since'
    },
    upload: undefined,
  }
})

/** Empties the forms; to be called on logout. */
export const forgetForms = () => useDrafts.setState({ ...empty, upload: undefined })

useDrafts.subscribe((drafts) => {
  setBusy('upload', drafts.upload !== undefined)
  const kinds = Object.keys(empty) as RecordKind[]
  const isAnyChanged = kinds.some((kind) => isChanged(kind, drafts[kind]))
  setBusy('drafts', isAnyChanged)
})

/** Whether a form contains anything but the record that it was opened for. */
export const isChanged = (kind: RecordKind, { draftId: _, ...draft }: Draft) =>
  isTyped(draft) &&
  !(
    draft.original &&
    JSON.stringify(draft) === JSON.stringify(draftOf[kind](draft.original as never))
  )

/** Whether a form contains anything. */
export const isTyped = ({ draftId: _, ...draft }: Draft) => Object.values(draft).some(Boolean)

/** Whether two drafts are of one record, also if it was new at the time of the first. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one === other ||
  (one.draftId !== undefined && one.draftId === other.draftId) ||
  (one.editId !== undefined && one.editId === other.editId)

/** Stored drafts are parsed anew when another tab has stored something, except for files, which are not stored. */
const isSameValue = (one: unknown, other: unknown) =>
  one === other || (!(one instanceof File) && JSON.stringify(one) === JSON.stringify(other))

/** The fields that were typed after a draft was sent, and that differ from the stored record. */
function typedSince(sent: Draft, later: Draft, stored: Draft) {
  const { editId: _, version: __, original: ___, draftId: ____, ...typed } = later
  const [before, after] = [sent, stored] as Record<string, unknown>[]
  return Object.entries(typed).filter(
    ([name, value]) => !isSameValue(value, before?.[name]) && !isSameValue(value, after?.[name]),
  )
}
