import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { onCloseRequest } from '../browser/close-request'

/** The open dialogs, forms and sections, in the order in which they were opened. */
const layers: object[] = []

/** Closes a dialog, the player, a form or a section when the person goes back, instead of leaving the page beneath it. Only the
 * one that was opened last closes. It works if the previous page was opened in this document, too. Browsers with close watchers ask those
 * instead of going back (HTML Standard, 6.5.3). */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const { history } = useRouter()
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const layer = {}
    layers.push(layer)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action !== 'BACK' || layers.at(-1) !== layer) return false
        onBack()
        return true
      },
    })
    return () => {
      unblock()
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [isOpen, history])
}

/** Like `useCloseOnBack`, for what is no `<dialog>`: it also closes by Escape or Android's Back, through a close watcher. */
export function useCloseRequest(isOpen: boolean, close: () => void): void {
  useCloseOnBack(isOpen, close)
  const onRequest = useEffectEvent(close)
  useEffect(() => (isOpen ? onCloseRequest(onRequest) : undefined), [isOpen])
}
