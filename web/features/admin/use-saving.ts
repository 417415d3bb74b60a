import { useState } from 'react'
import { fieldErrors, sentence } from '../../http/problem'
import type { Message } from '../../ui/Notice'

/** Runs one change at a time and tells how it went.
 * @param attempt what the person is told that failed, as a sentence, and what the console is told */
export function useSaving() {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function save(attempt: string, change: () => Promise<string>) {
    if (isBusy) return
    setBusy(true)
    setMessage(undefined)
    setErrors({})
    try {
      setMessage({ kind: 'success', text: await change() })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') {
        setMessage({ kind: 'success', text: 'The upload was cancelled. Nothing was changed.' })
        return
      }
      console.error(attempt, error)
      setErrors(fieldErrors(error))
      setMessage({ kind: 'problem', text: sentence(attempt, error) })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, message, errors, save }
}
