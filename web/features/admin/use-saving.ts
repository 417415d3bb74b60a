import { useState } from 'react'
import { fieldErrors, sentence } from '../../api-client/problem'
import type { Message } from '../../ui/Notice'

/** Runs one change at a time and tells how it went. `save` takes the sentence that the person, and the
 * console, is told when it failed, and the change, which answers with what to say when it went well, or nothing where
 * something is to be asked first. */
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

  /** Tells of a change that failed later, as `save` does. */
  function fail(attempt: string, error: unknown) {
    console.error(attempt, error)
    setErrors(fieldErrors(error))
    setMessage({ kind: 'problem', text: sentence(attempt, error) })
  }

  function forget() {
    setMessage(undefined)
    setErrors({})
  }

  return { isBusy, message, errors, save, fail, forget }
}
