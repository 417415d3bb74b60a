import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { callAdmin } from '../../../api-client/call'
import { conflictOf, deleteOnce } from '../../../api-client/problem'
import { onCloseRequest } from '../../../browser/close-request'
import { isNewId } from '../../../offline/change-rules'
import { discardChanges } from '../changes/changes.store'
import { isNarrow } from '../panel/is-narrow'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { forgetDraft, isTyped, type RecordKind, unsavedDraftOf, useDrafts } from './drafts.store'
import { type Pending, waitingNotice } from './record-change'
import { clearRecordKey } from './record-key'
import { notInBin, restoreFromBin } from './restore-from-bin'
import { revealRow, useListScroll } from './use-list-scroll'
import {
  type Draft,
  type Merged,
  type Refused,
  type StoredDraft,
  useStoring,
  type Versioned,
} from './use-storing'

/** How a form keeps the list of its records current. */
export interface ListUpdates<Stored> {
  /** Called with each stored record, to show it in the list. */
  onStored: (record: Stored) => void
  /** Called with the id of each deleted record. */
  onRemoved: (id: string) => void
}

interface Dependencies<Typed extends Draft, Listed, Stored extends Versioned>
  extends ListUpdates<Stored> {
  kind: RecordKind
  draft: Typed
  /** Sends a draft: as a change if it has an `editId`, otherwise as a new record. */
  send: (draft: Typed) => Promise<Stored>
  /** A text that is appended to the notice about a stored record, with its leading full stop. */
  noticeSuffix?: (stored: Stored) => string
  isSame: (draft: Typed, stored: Stored) => boolean
  /** Whether a draft contains everything that a new record requires; by default it does. */
  isComplete?: (draft: Typed) => boolean
  merge: (draft: Typed, current: Stored) => Merged<Typed>
  /** A short name for notices. */
  nameOf: (record: Listed) => string
  /** The draft that undoes a change; undefined if the change can't be undone.
   * @param original the record before the change
   * @param sent the draft that changed it */
  undoOf: (original: Stored, sent: Typed) => Typed | undefined
  /** Empties the form. */
  clear: () => void
}

/** What was done to a record, at the beginning of a notice. */
type Done = 'Updated' | 'Taken back'

/** A conflict about which the person decides. */
type OpenConflict<Typed, Stored> = Refused<Typed, Stored>['conflict'] & {
  /** Whether the draft is in the form. */
  isForm: boolean
  /** Sends the draft again, based on the other version or as a new record. */
  sendAgain: (mine: Typed) => void
}

const deletions = {
  show: 'DELETE /api/shows/{id}',
  track: 'DELETE /api/music/{id}',
  song: 'DELETE /api/songs/{id}',
} as const

const unsavedHint = {
  text: 'These are your unsaved changes. Save them, or press Cancel to discard them.',
  isHint: true,
}

/** A form that adds, changes and deletes records of one kind. It exposes a conflict if another person has changed or
 * deleted the record. */
export function useRecordForm<
  Typed extends Draft,
  Listed extends { _id: string },
  Stored extends Versioned & Listed & Pending,
>(dependencies: Dependencies<Typed, Listed, Stored>) {
  const { kind, draft, send, isSame, isComplete = () => true, merge, nameOf } = dependencies
  const { onStored, onRemoved } = dependencies
  const reload = useReload()
  const { isBusy, problem, notice, errors, save, saveFromList, show, clearMessages } = useSaving()
  const form = useRef<HTMLFormElement>(null)
  // A record that was only looked at is not open at the next visit.
  useOnOpenAndLeave(() => {
    const isUntouched = draft.original !== undefined && isSame(draft, draft.original as Stored)
    if (isUntouched && !isBusy) dependencies.clear()
  })
  // A new record that was begun, and left for another page.
  const [isAdding, setAdding] = useState(draft.editId === undefined && isTyped(draft))
  const isOpen = draft.editId !== undefined || isAdding
  const rememberRow = useListScroll(isOpen)
  const store = useStoring({ send, isSame, isComplete, merge })
  const [conflict, setConflict] = useState<OpenConflict<Typed, Stored>>()

  function clear() {
    setAdding(false)
    dependencies.clear()
  }

  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  /** Whether the form still contains a draft: meanwhile, another record may have been opened or typed. */
  const isStillTyped = (typed: Typed) =>
    latest.current === typed ||
    (typed.editId !== undefined && latest.current.editId === typed.editId)

  /** Stores a draft, and asks the person if there is a conflict.
   * @returns undefined if there is one */
  async function storeOrAsk(
    draftToSend: Typed,
    origin: Pick<OpenConflict<Typed, Stored>, 'isForm' | 'sendAgain'>,
  ): Promise<StoredDraft<Typed, Stored> | undefined> {
    try {
      const outcome = await store(draftToSend)
      if (!('conflict' in outcome)) return outcome
      setConflict({ ...outcome.conflict, ...origin })
      return undefined
    } catch (error) {
      const { editId } = draftToSend
      if (editId && conflictOf(error)?.kind === 'deleted') onRemoved(editId)
      throw error
    }
  }

  /** @param typed the draft in the form, from which the one to send was made */
  const saveDraft = (draftToSend: Typed, typed = draftToSend) =>
    void save(`The ${kind} could not be saved.`, async () => {
      const sendAgain = (mine: Typed) => saveDraft(mine, typed)
      const result = await storeOrAsk(draftToSend, { isForm: true, sendAgain })
      if (!result) return
      if (isStillTyped(typed)) clear()
      else forgetDraft(kind, typed)
      return showStored(result, 'Updated')
    })

  /** Changes a record without the form. */
  const change = (draftToSend: Typed, done: Done = 'Updated') =>
    void saveFromList(`The ${kind} could not be changed.`, async () => {
      const sendAgain = (mine: Typed) => change(mine, done)
      const result = await storeOrAsk(draftToSend, { isForm: false, sendAgain })
      if (!result) return
      const { stored } = result
      // A change that waits may be discarded; its values stay out of the form until the site has them.
      if (stored.waitingKey === undefined && latest.current.editId === stored._id)
        rebase(latest.current, stored)
      return showStored(result, done)
    })

  /** Shows a stored record in the list.
   * @param done what was done to a record that was there before
   * @returns the notice */
  function showStored({ sent, stored }: StoredDraft<Typed, Stored>, done: Done) {
    clearRecordKey(kind)
    if (stored.waitingKey !== undefined) return waitingNotice(nameOf(stored), stored.waitingKey)
    onStored(stored)
    if (!sent.editId) revealRow(stored._id)
    void reload()
    const text = `${sent.editId ? done : 'Added'}: ${nameOf(stored)}${dependencies.noticeSuffix?.(stored) ?? ''}`
    const undo = sent.editId ? undoOf(sent, stored) : () => void remove(stored)
    return { text, ...(undo && { undo, isPassing: true }) }
  }

  function undoOf(sent: Typed, stored: Stored) {
    const before = sent.original && dependencies.undoOf(sent.original as Stored, sent)
    const base = { version: stored.version, original: stored }
    return before && (() => change({ ...before, ...base }, 'Taken back'))
  }

  const remove = (record: Listed) =>
    saveFromList(`The ${kind} could not be deleted.`, async () => {
      const { _id: id } = record
      if (!isNewId(id)) await deleteOnce(callAdmin(deletions[kind], { parameters: { id } }))
      if (kind !== 'track') await discardChanges({ kind, id })
      if (draft.editId === id) clear()
      onRemoved(id)
      void reload()
      if (isNewId(id)) return `Discarded: ${nameOf(record)}`
      return { text: `Deleted: ${nameOf(record)}`, undo: () => restore(record) }
    })

  const restore = (record: Listed) =>
    void saveFromList(`The ${kind} could not be restored.`, async () => {
      const body = await restoreFromBin(record._id)
      void reload()
      if (!body) return notInBin(nameOf(record))
      const [restored] = Object.values(body) as Stored[]
      if (restored) onStored(restored)
      revealRow(record._id)
      return `Restored: ${nameOf(record)}`
    })

  /** Shows that an unsaved draft was replaced, with a button that restores it. */
  const offerReplacedDraft = (replaced: Typed) =>
    show({
      text: `Not saved: ${replaced.original ? nameOf(replaced.original as Listed) : `the new ${kind}`}`,
      undo() {
        setAdding(replaced.editId === undefined)
        useDrafts.getState().replace(kind, replaced)
      },
    })

  /** Leaves the form, and offers to take that back if it contained a change. */
  function cancel() {
    const replaced = isUnsaved() ? draft : undefined
    clear()
    if (replaced) offerReplacedDraft(replaced)
    else clearMessages()
  }

  // While it is being saved it stays, because saving may fail.
  const close = useEffectEvent(() => !isBusy && cancel())
  // On phones the form takes the place of the list, so the phone's Back closes it instead of leaving the page.
  useEffect(() => (isOpen && isNarrow() ? onCloseRequest(close) : undefined), [isOpen])

  function isUnsaved(): boolean {
    const { original } = draft
    return original ? !isSame(draft, original as Stored) : isTyped(draft)
  }

  /** Bases a draft on another version of its record.
   * @param merged the merge, if it is already known */
  function rebase(typed: Typed, record: Stored, merged = merge(typed, record)) {
    const base = { version: record.version, original: record }
    useDrafts.getState().replaceOpen(kind, { ...typed, ...merged.changes, ...base })
  }

  /** Bases a stored draft on the version in the list, if nobody else has changed the same fields. */
  function rebaseStored(stored: Typed, record: Stored) {
    const isOlder = stored.original !== undefined && stored.version !== record.version
    const merged = isOlder && merge(stored, record)
    if (merged && !merged.overlaps) rebase(stored, record, merged)
  }

  const isFilledWith = (stored: Typed) =>
    Object.entries(stored).every(
      ([name, value]) => value === useDrafts.getState()[kind][name as keyof Draft],
    )

  /** Closes the dialog of a conflict. If another person has deleted the record, removes it from the list. */
  function closeConflict(closed: OpenConflict<Typed, Stored>) {
    setConflict(undefined)
    if (closed.kind === 'deleted' && closed.mine.editId) onRemoved(closed.mine.editId)
  }

  return {
    /** The element of the form. */
    form,
    /** Whether a new record is being entered; on phones, the form then takes the place of the list. */
    isAdding,
    /** Leaves the form; undefined while it is neither changing a record nor opened for a new one. */
    cancel: isOpen ? cancel : undefined,
    isBusy,
    /** The message for the form. */
    problem,
    /** The message for the list. */
    notice,
    errors,
    clearMessages,
    /** Opens the form.
     * @param fill puts a draft into it
     * @param record the record of the list that is edited; undefined for a new one
     * @param field the field that gets the focus; by default the first one */
    open(fill: () => void, record?: Listed, field?: string) {
      const wasOpen = record?._id === draft.editId
      const replaced = !wasOpen && isUnsaved() ? draft : undefined
      const stored = unsavedDraftOf(kind, { editId: record?._id }) as Typed | undefined
      if (record) rememberRow(record._id)
      // Rendered before the focus moves, because on phones the form takes the place of the list.
      flushSync(() => {
        fill()
        if (stored && record && !wasOpen) rebaseStored(stored, record as Listed & Stored)
        setAdding(!record)
        clearMessages()
      })
      const control = field && form.current?.querySelector<HTMLElement>(`[name="${field}"]`)
      ;(control || form.current?.querySelector<HTMLElement>('input, select'))?.focus()
      form.current?.scrollIntoView({ block: 'nearest' })
      // The form may have been filled with a copy of another record.
      const hidden = stored && !record && !isFilledWith(stored) ? stored : replaced
      if (hidden) offerReplacedDraft(hidden)
      else if (stored && !wasOpen) show(unsavedHint)
    },
    submit: () => saveDraft(draft),
    change,
    remove,
    conflict: conflict && {
      current: conflict.kind === 'changed' ? conflict.current : undefined,
      mine: conflict.mine,
      keepMine() {
        closeConflict(conflict)
        const asNew = { editId: undefined, version: undefined, original: undefined }
        conflict.sendAgain({ ...conflict.mine, ...(conflict.kind === 'deleted' && asNew) })
      },
      takeTheirs() {
        closeConflict(conflict)
        if (conflict.isForm) clear()
        void reload()
      },
      isForm: conflict.isForm,
      cancel() {
        setConflict(undefined)
        // The list shows the record as it is now.
        if (!conflict.isForm) void reload()
      },
    },
  }
}

/** Calls a function when the form's page is opened and when it is left. */
function useOnOpenAndLeave(work: () => void) {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    latest.current()
    return () => latest.current()
  }, [])
}
