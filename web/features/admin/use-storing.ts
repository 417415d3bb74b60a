import { useRef, useState } from 'react'
import { type Conflict, conflictOf } from '../../api-client/problem'

export interface Versioned {
  version: number
}

export interface Draft {
  /** The record being edited; absent while adding. */
  editId?: string | undefined
  version?: number | undefined
}

interface Dependencies<Typed, Stored> {
  /** Sends a draft; throws what the HTTP client throws. */
  send: (draft: Typed) => Promise<Stored>
  /** Whether a record holds what a draft says. */
  isSame: (draft: Typed, record: Stored) => boolean
  /** Whether a draft has all that a new record needs. */
  isComplete: (draft: Typed) => boolean
}

/** Stores drafts of the back office's forms, and holds the conflict that kept one from being stored. */
export function useStoring<Typed extends Draft, Stored extends Versioned>(
  dependencies: Dependencies<Typed, Stored>,
) {
  const { send, isSame, isComplete } = dependencies
  const [conflict, setConflict] = useState<Conflict<Stored>>()
  /** The last change that was sent and not confirmed: its response may be lost. */
  const unconfirmed = useRef<Typed>(undefined)

  /** Stores a draft. If somebody else has changed or deleted the record, sets the conflict and returns undefined. */
  async function store(draft: Typed): Promise<Stored | undefined> {
    const before = unconfirmed.current
    unconfirmed.current = draft
    try {
      const stored = await send(draft)
      unconfirmed.current = undefined
      return stored
    } catch (error) {
      return resolve(draft, before, error)
    }
  }

  async function resolve(draft: Typed, before: Typed | undefined, error: unknown) {
    const found = draft.editId ? conflictOf<Stored>(error) : undefined
    if (!found) throw error
    const isOwn = before !== undefined && before.editId === draft.editId
    if (found.kind === 'changed' && isOwn && isSame(before, found.current)) {
      // The earlier change was stored and its response lost.
      const { current } = found
      return isSame(draft, current) ? current : send({ ...draft, version: current.version })
    }
    if (found.kind === 'deleted' && !isComplete(draft)) throw error
    setConflict(found)
    return undefined
  }

  return { store, conflict, forgetConflict: () => setConflict(undefined) }
}
