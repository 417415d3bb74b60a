import { create } from 'zustand'

interface Busy {
  /** What must not be cut off or lost. */
  reasons: ReadonlySet<string>
}

/** Whether something is under way that a reload would end, an upload say. */
export const useBusy = create<Busy>()(() => ({ reasons: new Set() }))

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While anything is busy, the browser asks before it leaves, and no newer version offers itself. */
export function setBusy(reason: string, isBusy: boolean): void {
  const reasons = new Set(useBusy.getState().reasons)
  if (reasons.has(reason) === isBusy) return
  if (isBusy) reasons.add(reason)
  else reasons.delete(reason)
  useBusy.setState({ reasons })
  if (reasons.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
