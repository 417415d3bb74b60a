import { useState } from 'react'
import { fieldErrors, sentence } from '../../api-client/problem'
import type { Message } from '../../ui/Notice'

/** Runs one change at a time and provides its result as a message. `save` takes an error message, for the person and
 * the console, and the change. The change resolves to a success message, or to undefined if there is none, for example
 * because of a conflict. */
export function useSaving() {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function save(attempt: string, change: () => Promise<string | undefined>) {
    if (isBusy) return
    setBusy(true)
    setMessage(undefined)
    setErrors({})
    try {
      const text = await change()
      if (text !== undefined) setMessage({ kind: 'success', text })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') {
        setMessage({ kind: 'success', text: 'The upload was cancelled. Nothing was changed.' })
        return
      }
      fail(attempt, error)
    } finally {
      setBusy(false)
    }
  }

  /** Reports an error in the same way as `save`, also one that occurs later. */
  function fail(attempt: string, error: unknown) {
    console.error(attempt, error)
    setErrors(fieldErrors(error))
    setMessage({ kind: 'problem', text: sentence(attempt, error) })
  }

  function clearMessages() {
    setMessage(undefined)
    setErrors({})
  }

  return { isBusy, message, errors, save, fail, clearMessages }
}
