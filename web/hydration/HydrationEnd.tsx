import { useEffect } from 'react'
import { finishHydration } from './hydration'

/** Ends hydration when the component that calls it is hydrated: each page, and whatever takes a page's place. */
export function useHydrationEnd(): void {
  useEffect(() => {
    // After the effects of the whole page, which must not undo what a replayed event does.
    setTimeout(finishHydration)
  }, [])
}

export function HydrationEnd() {
  useHydrationEnd()
  return null
}
