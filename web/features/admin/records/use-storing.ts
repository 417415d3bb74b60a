import { useRef } from 'react'
import type { LastChange } from '../../../../api/contract/version'
import { type Conflict, conflictOf } from '../../../api-client/problem'
import type { Submitted } from '../changes/changes.store'

export interface Versioned {
  version: number
  lastChange?: LastChange | undefined
}

export interface Draft {
  /** The record being edited; absent while adding. */
  editId?: string | undefined
  version?: number | undefined
  /** The record that the draft replaces. */
  original?: object | undefined
  /** Identifies the draft until the form is emptied. It stays the same when a new record gets its id. */
  draftId?: string | undefined
}

/** What storing needs to know of one kind of records. */
export interface StoringDependencies<Typed, Stored> {
  /** Sends a draft.
   * @throws the HTTP client's errors */
  send: (draft: Typed) => Promise<Submitted<Stored>>
  /** Whether a record equals a draft. */
  isSame: (draft: Typed, record: Stored) => boolean
  /** Whether a draft contains everything that a new record requires; by default it does. */
  isComplete?: (draft: Typed) => boolean
  /** Merges a draft into a newer version of its record.
   * @param draft one with an `original` */
  merge: (draft: Typed, current: Stored) => Merged<Typed>
}

/** Callbacks that update the list of the records after a write. */
export interface ListUpdates<Stored> {
  /** Called with each stored record, to show it in the list. */
  onStored: (record: Stored) => void
  /** Called with the id of each deleted record. */
  onRemoved: (id: string) => void
}

/** How a draft differs after it was merged into a newer version of its record. */
export interface Merged<Typed> {
  changes: Partial<Typed>
  /** Whether somebody else has changed one of the same fields to another value. */
  overlaps: boolean
}

/** The result of sending a draft, with the draft. */
export type StoredDraft<Typed, Stored> = Submitted<Stored> & { sent: Typed }

/** A conflict with another person's write, and the draft, based on the other version. */
export type DraftConflict<Typed, Stored> = Conflict<Stored> & { mine: Typed }

/** Returns a function that stores a draft. If somebody else has changed only other fields, both changes are stored.
 * @returns a function that throws the errors of `send`, except conflicts */
export function useStoring<Typed extends Draft, Stored extends Versioned>(
  dependencies: StoringDependencies<Typed, Stored>,
) {
  const { send, isSame, isComplete = () => true, merge } = dependencies
  /** The last draft that was sent without a confirmation; the response may have been lost. */
  const unconfirmed = useRef<Typed>(undefined)

  type Outcome = StoredDraft<Typed, Stored> | { conflict: DraftConflict<Typed, Stored> }

  async function store(draft: Typed): Promise<Outcome> {
    const previous = unconfirmed.current
    unconfirmed.current = draft
    try {
      const result = await send(draft)
      unconfirmed.current = undefined
      return { ...result, sent: draft }
    } catch (error) {
      const found = draft.editId ? conflictOf<Stored>(error) : undefined
      if (!found) throw error
      console.error('The record was changed or deleted meanwhile:', error)
      if (found.kind === 'changed') return resolveChange(draft, previous, found.current)
      if (!isComplete(draft)) throw error
      return { conflict: { ...found, mine: draft } }
    }
  }

  async function resolveChange(
    draft: Typed,
    previous: Typed | undefined,
    current: Stored,
  ): Promise<Outcome> {
    const base = { version: current.version, original: current }
    if (isSame(draft, current)) {
      // An earlier attempt was stored, but its response was lost; or somebody else has made the same change.
      unconfirmed.current = undefined
      return { sent: draft, stored: current }
    }
    const isOwn = previous !== undefined && previous.editId === draft.editId
    // The conflict is with the previous attempt, which was stored.
    if (isOwn && isSame(previous, current)) return store({ ...draft, ...base })
    const merged = draft.original && merge(draft, current)
    const mine = { ...draft, ...merged?.changes, ...base }
    if (merged && !merged.overlaps) return store(mine)
    return { conflict: { kind: 'changed', current, mine } }
  }

  return store
}
