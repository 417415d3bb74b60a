import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface DeletableItem {
  _id: string
  name: string
}

/** Milliseconds. */
const undoTimeout = 6_000

/** Deletes items with undo. A deleted item is hidden at once. It is moved to the bin after the undo timeout, when the
 * next item is deleted, or when the page is left. If that fails, the item is shown again.
 * @param onFailed called with the error if an item could not be deleted */
export function useDeleting(
  deleteItem: (id: string) => Promise<void>,
  onFailed: (error: unknown) => void,
) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState<DeletableItem>()
  const current = useRef<{ item: DeletableItem; timer: ReturnType<typeof setTimeout> }>(undefined)

  function show(id: string) {
    setHidden((ids) => new Set([...ids].filter((one) => one !== id)))
  }

  function settle() {
    if (!current.current) return
    const { item, timer } = current.current
    clearTimeout(timer)
    current.current = undefined
    setPending(undefined)
    deleteItem(item._id).catch((error: unknown) => {
      show(item._id)
      onFailed(error)
    })
  }

  function remove(item: DeletableItem) {
    settle()
    current.current = { item, timer: setTimeout(settle, undoTimeout) }
    setHidden((ids) => new Set([...ids, item._id]))
    setPending(item)
  }

  function undo() {
    if (!current.current) return
    clearTimeout(current.current.timer)
    show(current.current.item._id)
    current.current = undefined
    setPending(undefined)
  }

  const settleOnLeave = useEffectEvent(settle)
  useEffect(() => {
    const settleNow = () => settleOnLeave()
    addEventListener('pagehide', settleNow)
    return () => {
      removeEventListener('pagehide', settleNow)
      settleOnLeave()
    }
  }, [])

  return { hidden, pending, remove, undo }
}
