import { useRef, useState } from 'react'
import { type Conflict, conflictOf } from '../../../api-client/problem'

export interface Versioned {
  version: number
}

export interface Draft {
  /** The record being edited; absent while adding. */
  editId?: string | undefined
  version?: number | undefined
  /** The record that the draft replaces. */
  original?: object | undefined
}

interface Dependencies<Typed, Stored> {
  /** Sends a draft.
   * @throws the HTTP client's errors */
  send: (draft: Typed) => Promise<Stored>
  /** Whether a record equals a draft. */
  isSame: (draft: Typed, record: Stored) => boolean
  /** Whether a draft contains everything that a new record requires. */
  isComplete: (draft: Typed) => boolean
  /** Merges a draft into a newer version of its record; without this function, every conflict is exposed.
   * @param draft one with an `original` */
  merge?: ((draft: Typed, current: Stored) => Merged<Typed>) | undefined
}

/** How a draft differs after it was merged into a newer version of its record. */
export interface Merged<Typed> {
  changes: Partial<Typed>
  /** Whether somebody else has changed one of the same fields to another value. */
  overlaps: boolean
}

/** Where a draft comes from. */
interface Origin<Typed> {
  /** Whether it is in the form. */
  isForm: boolean
  /** Sends it after a conflict, based on the other version or as a new record. */
  sendAgain: (mine: Typed) => void
}

/** A stored record, and the draft that was sent for it. */
export interface StoredDraft<Typed, Stored> {
  sent: Typed
  stored: Stored
}

/** Stores drafts of the back office's forms, and exposes conflicts. If somebody else has changed only other fields, both changes
 * are stored. */
export function useStoring<Typed extends Draft, Stored extends Versioned>(
  dependencies: Dependencies<Typed, Stored>,
) {
  const { send, isSame, isComplete, merge } = dependencies
  const [conflict, setConflict] = useState<
    Conflict<Stored> & { mine: Typed; origin: Origin<Typed> }
  >()
  /** The last draft that was sent without a confirmation; the response may have been lost. */
  const unconfirmed = useRef<Typed>(undefined)

  /** Stores a draft. If somebody else has changed or deleted the record, sets the conflict and returns undefined. */
  async function store(
    draft: Typed,
    origin: Origin<Typed>,
  ): Promise<StoredDraft<Typed, Stored> | undefined> {
    const previous = unconfirmed.current
    unconfirmed.current = draft
    try {
      const stored = await send(draft)
      unconfirmed.current = undefined
      return { sent: draft, stored }
    } catch (error) {
      return resolveConflict(draft, origin, previous, error)
    }
  }

  async function resolveConflict(
    draft: Typed,
    origin: Origin<Typed>,
    previous: Typed | undefined,
    error: unknown,
  ) {
    const found = draft.editId ? conflictOf<Stored>(error) : undefined
    if (!found) throw error
    if (found.kind === 'changed') return resolveChange(draft, origin, previous, found)
    if (!isComplete(draft)) throw error
    setConflict({ ...found, mine: draft, origin })
    return undefined
  }

  async function resolveChange(
    draft: Typed,
    origin: Origin<Typed>,
    previous: Typed | undefined,
    found: Extract<Conflict<Stored>, { kind: 'changed' }>,
  ) {
    const { current } = found
    const base = { version: current.version, original: current }
    const isOwn = previous !== undefined && previous.editId === draft.editId
    if (isOwn && isSame(previous, current))
      // The conflict is with the previous attempt: it was stored, but its response was lost.
      return isSame(draft, current)
        ? { sent: draft, stored: current }
        : store({ ...draft, ...base }, origin)
    const merged = draft.original && merge?.(draft, current)
    const mine = { ...draft, ...merged?.changes, ...base }
    if (merged && !merged.overlaps) return store(mine, origin)
    setConflict({ ...found, mine, origin })
    return undefined
  }

  return { store, conflict, clearConflict: () => setConflict(undefined) }
}
