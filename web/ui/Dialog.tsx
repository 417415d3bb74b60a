import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  text: string
  /** What there is to see beside the text. */
  children?: ReactNode
  /** The buttons; the one that does nothing has the focus. */
  actions: ReactNode
  /** Called on Escape. */
  onCancel: () => void
}

/** A question that has to be answered first. Native and modal: focus stays inside and returns afterwards. */
export function Dialog({ title, text, children, actions, onCancel }: DialogProps) {
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
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}
