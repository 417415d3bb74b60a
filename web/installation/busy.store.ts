import { create } from 'zustand'

interface Busy {
  /** Tasks and drafts that a reload would interrupt or lose. */
  reasons: ReadonlySet<string>
}

/** Whether a reload would interrupt or lose something, such as an upload. */
export const useBusy = create<Busy>()(() => ({ reasons: new Set() }))

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Sets or clears a reason. While there is one, the browser asks before leaving the page, and no update is offered. */
export function setBusy(reason: string, isBusy: boolean): void {
  const reasons = new Set(useBusy.getState().reasons)
  if (reasons.has(reason) === isBusy) return
  if (isBusy) reasons.add(reason)
  else reasons.delete(reason)
  useBusy.setState({ reasons })
  if (reasons.size > 0) addEventListener('beforeunload', confirmLeaving)
  else removeEventListener('beforeunload', confirmLeaving)
}
