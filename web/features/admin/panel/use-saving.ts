import { useRef, useState } from 'react'
import { canBeTriedAgain, fieldErrors, sentence } from '../../../api-client/problem'
import { readToken } from '../../../api-client/token'
import type { Message } from '../../../ui/Notice'
import { stillWaiting, useIsSlow } from '../../../ui/use-is-slow'

/** A message about a change. */
export interface ChangeMessage extends Message {
  /** The next step, as a button. */
  next?: { label: string; run: () => void }
  /** Reverses the change. */
  undo?: () => void
  /** Whether it leaves by itself although it has an undo, because the change can also be reversed by hand. */
  isPassing?: boolean
  /** The key of the change if it waits on this device; once it is sent, the message is outdated. */
  waitingKey?: string
  /** Whether it says what to do next, or why nothing was done. It stays until it is closed, unlike a confirmation. */
  isHint?: boolean
  /** Whether a problem is displayed in the notice of the list instead of in the form. */
  isOfList?: boolean
}

/** The result of a change as a message; undefined if there is none, for example because of a conflict. */
type Saved = string | (Omit<ChangeMessage, 'kind'> & Partial<ChangeMessage>) | undefined

export type Saving = ReturnType<typeof useSaving>

/** The message after an upload that was cancelled. A logout aborts all requests, too; then there is none, because
 * the login page opens. */
const afterAbort = (): ChangeMessage | undefined =>
  readToken() === null
    ? undefined
    : { kind: 'status', text: 'The upload was cancelled. Nothing was changed.' }

/** Runs one change after the other and provides its result as a message. `save` takes an error message, for the person and
 * the console, and the change. */
export function useSaving() {
  const [isBusy, setBusy] = useState(false)
  /** The last change that runs or waits, also for functions of earlier renders, such as that of an undo button. */
  const last = useRef<{ isOfList: boolean; ended: Promise<boolean> }>(undefined)
  const [message, setMessage] = useState<ChangeMessage>()
  const isSlow = useIsSlow(isBusy)
  const [errors, setErrors] = useState<Record<string, string>>({})

  /** Runs a change after those before it. A form that is being sent is not sent again.
   * @returns whether `change` ended without an error */
  async function save(
    attempt: string,
    change: () => Promise<Saved>,
    retry?: () => void,
  ): Promise<boolean> {
    const isOfList = retry !== undefined
    if (last.current?.isOfList === false && !isOfList) return false
    const before = last.current?.ended ?? Promise.resolve()
    const own = { isOfList, ended: before.then(() => run(attempt, change, retry)) }
    last.current = own
    const isDone = await own.ended
    if (last.current === own) {
      last.current = undefined
      setBusy(false)
    }
    return isDone
  }

  async function run(
    attempt: string,
    change: () => Promise<Saved>,
    retry: (() => void) | undefined,
  ): Promise<boolean> {
    setBusy(true)
    setMessage(undefined)
    setErrors({})
    try {
      const saved = await change()
      if (saved !== undefined)
        setMessage({ kind: 'status', ...(typeof saved === 'string' ? { text: saved } : saved) })
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') {
        setMessage(afterAbort())
      } else fail(attempt, error, retry)
      return false
    }
  }

  /** Like `save`, but shows a failure in the notice of the list, with a button that tries again unless the site refused it. */
  const saveFromList = (attempt: string, change: () => Promise<Saved>): Promise<boolean> =>
    save(attempt, change, () => void saveFromList(attempt, change))

  /** @param retry undefined if a form can be sent again */
  function fail(attempt: string, error: unknown, retry: (() => void) | undefined) {
    console.error(attempt, error)
    if (!retry) setErrors(fieldErrors(error))
    setMessage({
      kind: 'problem',
      text: sentence(attempt, error),
      isOfList: retry !== undefined,
      ...(retry && canBeTriedAgain(error) && { next: { label: 'Try again', run: retry } }),
    })
  }

  /** Shows a message without a change. */
  const show = (shown: Omit<ChangeMessage, 'kind'>) => setMessage({ kind: 'status', ...shown })

  function clearMessages() {
    setMessage(undefined)
    setErrors({})
  }

  const current: ChangeMessage | undefined = isSlow ? stillWaiting : message
  const isOfForm = current?.kind === 'problem' && !current.isOfList
  return {
    isBusy,
    message: current,
    problem: isOfForm ? current : undefined,
    notice: isOfForm ? undefined : current,
    errors,
    save,
    saveFromList,
    show,
    clearMessages,
  }
}
