import { useEffect, useState } from 'react'
import type { Message } from './Notice'

/** Milliseconds after which a page says that it is still waiting. */
const slowAfter = 4_000

/** The message about a call that takes long. */
export const stillWaiting: Message = {
  kind: 'status',
  text: 'Still waiting for a response from the site ...',
}

/** Whether `isBusy` has been true for four seconds. */
export function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isBusy])
  return isSlow
}
