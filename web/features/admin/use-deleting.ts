import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface Doomed {
  _id: string
  name: string
}

const timeToUndo = 6_000

/** Deletes with a way back: what is deleted is hidden at once, and goes for good when its time to undo is over,
 * when the next one is deleted, or when the page is left. What could not be deleted is there again.
 * @param onFailed told so */
export function useDeleting(
  deleteForGood: (id: string) => Promise<void>,
  onFailed: (error: unknown) => void,
) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState<Doomed>()
  const current = useRef<{ doomed: Doomed; timer: ReturnType<typeof setTimeout> }>(undefined)

  function show(id: string) {
    setHidden((ids) => new Set([...ids].filter((one) => one !== id)))
  }

  function settle() {
    if (!current.current) return
    const { doomed, timer } = current.current
    clearTimeout(timer)
    current.current = undefined
    setPending(undefined)
    deleteForGood(doomed._id).catch((error: unknown) => {
      show(doomed._id)
      onFailed(error)
    })
  }

  function remove(doomed: Doomed) {
    settle()
    current.current = { doomed, timer: setTimeout(settle, timeToUndo) }
    setHidden((ids) => new Set([...ids, doomed._id]))
    setPending(doomed)
  }

  function undo() {
    if (!current.current) return
    clearTimeout(current.current.timer)
    show(current.current.doomed._id)
    current.current = undefined
    setPending(undefined)
  }

  const leave = useEffectEvent(settle)
  useEffect(() => {
    const settleNow = () => leave()
    addEventListener('pagehide', settleNow)
    return () => {
      removeEventListener('pagehide', settleNow)
      leave()
    }
  }, [])

  return { hidden, pending, remove, undo }
}
