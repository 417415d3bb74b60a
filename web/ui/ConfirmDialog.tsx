import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button'
import styles from './Dialog.module.css'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something goes for good. Native and modal: focus stays inside and returns afterwards,
 * Escape cancels. */
export function ConfirmDialog({ title, text, confirm, onConfirm, onCancel }: ConfirmDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the dialog leaves the document: only then does focus go back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <h2 className={styles.title} id={`${id}-title`}>
        {title}
      </h2>
      <p className={styles.text} id={`${id}-text`}>
        {text}
      </p>
      <div className={styles.actions}>
        <Button look="quiet" autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
