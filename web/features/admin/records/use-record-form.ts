import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCloseRequest } from '../../../ui/use-close-on-back'
import type { WaitingMark } from '../changes/waiting'
import { isNarrow } from '../panel/is-narrow'
import { useSaving } from '../panel/use-saving'
import { isTyped, type RecordKind, unsavedDraftOf, useDrafts } from './drafts.store'
import { stuckHint } from './record-change'
import { useIsTabOpen } from './record-tab.store'
import { useListScroll } from './use-list-scroll'
import { useRecordWrites, type WriteDependencies } from './use-record-writes'
import type { Draft, Versioned } from './use-storing'

const unsavedHint = {
  text: 'These are your unsaved changes. Save them, or press Cancel to discard them.',
  isHint: true,
}

/** The state of a form that adds and changes records of one kind; `useRecordWrites` stores them. `onClear` is called when
 * the form is emptied. */
export function useRecordForm<
  Typed extends Draft,
  Listed extends { _id: string },
  Stored extends Versioned & Listed,
>(dependencies: WriteDependencies<Typed, Listed, Stored> & { onClear?: () => void }) {
  const { kind, isSame, merge, nameOf, onClear } = dependencies
  const draft = useDrafts((drafts) => drafts[kind] as Draft as Typed)
  /** The same for functions of earlier renders. */
  const current = () => useDrafts.getState()[kind] as Draft as Typed
  const saving = useSaving()
  const { isBusy, problem, notice, errors, show, clearMessages } = saving
  const form = useRef<HTMLFormElement>(null)
  // A record that was only looked at is not open at the next visit.
  useOnOpenAndLeave(() => {
    if (draft.original && !isUnsaved() && !isBusy) clear()
  })
  // A new record that was begun, and left for another page.
  const [isAdding, setAdding] = useState(draft.editId === undefined && isTyped(draft))
  const [firstField, setFirstField] = useState<string>()
  const isOpen = draft.editId !== undefined || isAdding
  const rememberRow = useListScroll(isOpen)

  const [formRevision, setFormRevision] = useState(0)
  function clear() {
    setAdding(false)
    setFormRevision((before) => before + 1)
    useDrafts.getState().clear(kind)
    onClear?.()
  }

  const { rebase, rebaseStored } = createRebase(kind, merge)
  const { saveDraft, ...writes } = useRecordWrites({
    ...dependencies,
    saving,
    form: {
      cancel: () => cancel(),
      onChanged(record) {
        if (current().editId === record._id) rebase(current(), record)
      },
      onRemoved: (id) => current().editId === id && clear(),
    },
  })

  /** Shows that an unsaved draft was replaced, with a button that restores it. */
  const offerReplacedDraft = (replaced: Typed) =>
    show({
      text: `Not saved: ${replaced.original ? nameOf(replaced.original as Listed) : `the new ${kind}`}`,
      undo() {
        flushSync(() => {
          setAdding(replaced.editId === undefined)
          useDrafts.getState().replace(kind, replaced)
          clearMessages()
        })
        focusIn(form.current, undefined)
      },
    })

  /** Leaves the form, and offers to take that back if it contained a change. */
  function cancel() {
    const replaced = isUnsaved() ? draft : undefined
    clear()
    if (replaced) offerReplacedDraft(replaced)
    else clearMessages()
  }

  // On phones the form takes the place of the list, so Back closes it instead of leaving the page. While it is being saved it
  // stays, because saving may fail.
  useCloseRequest(useIsTabOpen(kind) && isOpen && isNarrow(), () => !isBusy && cancel())

  const isUnsaved = (): boolean =>
    draft.original ? !isSame(draft, draft.original as Stored) : isTyped(draft)

  return {
    /** The element of the form. */
    form,
    /** Whether a new record is being entered; on phones, the form then takes the place of the list. */
    isAdding,
    /** Changes whenever the form is opened or cleared. */
    formRevision,
    /** The name of the field for which the form was opened; undefined if it was for none. */
    firstField,
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
     * @param field the field that gets the focus; by default the first one
     * @param hint a message for the form, unless there is one about unsaved changes */
    open(fill: () => void, record?: Listed, field?: string, hint?: string) {
      const wasOpen = record?._id === draft.editId
      const replaced = !wasOpen && isUnsaved() ? draft : undefined
      const stored = unsavedDraftOf(kind, { editId: record?._id }) as Typed | undefined
      if (record) rememberRow(record._id)
      // Rendered before the focus moves, because on phones the form takes the place of the list.
      flushSync(() => {
        fill()
        if (stored && record && !wasOpen) rebaseStored(stored, record as Listed & Stored)
        setAdding(!record)
        setFormRevision((before) => before + 1)
        setFirstField(field)
        clearMessages()
      })
      focusIn(form.current, field)
      // The form may have been filled with a copy of another record.
      const hidden = stored && !record && !isFilledWith(kind, stored) ? stored : replaced
      const message = messageOn(record, stored !== undefined && !wasOpen, hint)
      if (hidden) offerReplacedDraft(hidden)
      else if (message) show(message)
    },
    submit() {
      saveDraft(draft, (stored) => {
        const content = useDrafts.getState().rebaseOnStored(kind, draft, stored)
        if (content === 'empty') clear()
        // The chosen file was sent.
        else if (content === 'typed since') onClear?.()
        return content === 'empty'
      })
    },
    /** Runs other changes of the list, which share its message. */
    saving,
    ...writes,
  }
}

/** The message that a form shows when it is opened; undefined if there is none.
 * @param hasDraft whether it contains what was typed earlier */
function messageOn(record: object | undefined, hasDraft: boolean, hint: string | undefined) {
  if (hasDraft) return unsavedHint
  const { waiting = 'Waiting' } = (record ?? {}) as WaitingMark
  if (waiting !== 'Waiting') return stuckHint
  return hint === undefined ? undefined : { text: hint, isHint: true }
}

/** Creates the functions that base a draft on another version of its record. */
function createRebase<Typed extends Draft, Listed, Stored extends Versioned>(
  kind: RecordKind,
  merge: WriteDependencies<Typed, Listed, Stored>['merge'],
) {
  function rebase(typed: Typed, record: Stored) {
    const base = { version: record.version, original: record }
    useDrafts.getState().replaceOpen(kind, { ...typed, ...merge(typed, record).changes, ...base })
  }

  /** Bases a stored draft on the version in the list, if nobody else has changed the same fields. */
  function rebaseStored(stored: Typed, record: Stored) {
    const isOlder = stored.original !== undefined && stored.version !== record.version
    if (isOlder && !merge(stored, record).overlaps) rebase(stored, record)
  }

  return { rebase, rebaseStored }
}

/** Whether the open form has the content of a stored draft. */
const isFilledWith = (kind: RecordKind, stored: Draft) =>
  Object.entries(stored).every(
    ([name, value]) => value === useDrafts.getState()[kind][name as keyof Draft],
  )

/** Scrolls a form into view, and focuses the field with a name, or its first one. */
function focusIn(form: HTMLFormElement | null, field: string | undefined): void {
  const control = field && form?.querySelector<HTMLElement>(`[name="${field}"]`)
  ;(control || form?.querySelector<HTMLElement>('input, select'))?.focus()
  // The focus has scrolled to a field further down.
  if (!control) form?.scrollIntoView({ block: 'nearest' })
}

/** Calls a function when the form's page is opened and when it is left. */
function useOnOpenAndLeave(work: () => void) {
  const latest = useEffectEvent(work)
  useEffect(() => {
    latest()
    return () => latest()
  }, [])
}
