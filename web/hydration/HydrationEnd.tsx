import { useEffect } from 'react'
import { finishHydration } from './hydration'

/** Ends hydration when the calling component is hydrated, or is rendered instead. */
export function useHydrationEnd(): void {
  useEffect(() => {
    // After all effects of the page, which must not undo the effect of a replayed event.
    setTimeout(finishHydration)
  }, [])
}

export function HydrationEnd() {
  useHydrationEnd()
  return null
}
