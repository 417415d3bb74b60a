import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useCloseOnBack } from './use-close-on-back'

/** Opens a native dialog as a modal one while it is mounted: the focus stays inside, and returns to the previous element.
 * @param onCancel called on Escape and by the browser's back button
 * @returns the properties of the dialog */
export function useModal(onCancel: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useCloseOnBack(true, onCancel)
  // A layout effect closes the dialog before it is removed from the document; otherwise focus would not be restored.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return {
    ref,
    onCancel(event: SyntheticEvent) {
      event.preventDefault()
      onCancel()
    },
  }
}
