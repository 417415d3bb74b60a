import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { onCloseRequest } from '../browser/close-request'

/** What is open, the last opened one last. */
const opened: object[] = []

/** Closes what is open when the person goes back with the browser's button or a swipe, instead of leaving the page beneath it. Only
 * what was opened last is closed. Phones with close watchers don't go back then (HTML Standard, 6.5.3). */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const { history } = useRouter()
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const own = {}
    opened.push(own)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action !== 'BACK' || opened.at(-1) !== own) return false
        onBack()
        return true
      },
    })
    return () => {
      unblock()
      opened.splice(opened.indexOf(own), 1)
    }
  }, [isOpen, history])
}

/** Closes what is open, and is no dialog, when the person goes back, or asks a close watcher with the phone's Back or Escape. */
export function useCloseRequest(isOpen: boolean, close: () => void): void {
  useCloseOnBack(isOpen, close)
  const onRequest = useEffectEvent(close)
  useEffect(() => (isOpen ? onCloseRequest(onRequest) : undefined), [isOpen])
}
