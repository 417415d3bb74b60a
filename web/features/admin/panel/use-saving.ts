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

/** @param earlierProblem see `run` */
function resultOf(saved: NonNullable<Saved>, earlierProblem?: ChangeMessage): ChangeMessage {
  const result = typeof saved === 'string' ? { text: saved } : saved
  if (!earlierProblem) return { kind: 'status', ...result }
  const text = `${earlierProblem.text} ${result.text}`
  return { ...result, kind: 'problem', text, isOfList: true }
}

interface Outcome {
  isDone: boolean
  /** Why it failed, or one before it while this one already waited; undefined if it was cancelled. */
  problem?: ChangeMessage
}

/** Runs one change after the other and provides its result as a message. `save` takes an error message, for the person and
 * the console, and the change. */
export function useSaving() {
  const [isBusy, setBusy] = useState(false)
  /** The last change that runs or waits, also for functions of earlier renders, such as that of an undo button. */
  const last = useRef<Promise<Outcome>>(undefined)
  /** Whether the form is being sent, or waits to be. */
  const isFormPending = useRef(false)
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
    const isOfForm = retry === undefined
    if (isOfForm && isFormPending.current) return false
    isFormPending.current ||= isOfForm
    const before = last.current ?? Promise.resolve(undefined)
    const own = before.then((ended) => run(attempt, change, retry, ended?.problem))
    last.current = own
    const { isDone } = await own
    if (isOfForm) isFormPending.current = false
    if (last.current === own) {
      last.current = undefined
      setBusy(false)
    }
    return isDone
  }

  /** @param earlierProblem the failure of the change before, while which this one already waited. It stays, and the result is added
   * to it. */
  async function run(
    attempt: string,
    change: () => Promise<Saved>,
    retry: (() => void) | undefined,
    earlierProblem: ChangeMessage | undefined,
  ): Promise<Outcome> {
    setBusy(true)
    if (!earlierProblem) clearMessages()
    try {
      const saved = await change()
      if (saved === undefined) return { isDone: true }
      const result = resultOf(saved, earlierProblem)
      setMessage(result)
      return { isDone: true, ...(earlierProblem && { problem: result }) }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') {
        setMessage(afterAbort())
        return { isDone: false }
      }
      console.error(attempt, error)
      if (!retry) setErrors(fieldErrors(error))
      const problem: ChangeMessage = {
        kind: 'problem',
        text: [earlierProblem?.text, sentence(attempt, error)].filter(Boolean).join(' '),
        isOfList: retry !== undefined,
        ...(retry && canBeTriedAgain(error) && { next: { label: 'Try again', run: retry } }),
      }
      setMessage(problem)
      return { isDone: false, problem }
    }
  }

  /** Like `save`, but shows a failure in the notice of the list, with a button that tries again unless the site refused it. */
  const saveFromList = (attempt: string, change: () => Promise<Saved>): Promise<boolean> =>
    save(attempt, change, () => void saveFromList(attempt, change))

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
