import { type ReactNode, useId, useLayoutEffect } from 'react'
import { QuietButton } from './Button'
import styles from './Dialog.module.css'
import { useModal } from './use-modal'

interface DialogProps {
  title: string
  text: string
  /** Content below the text. */
  children?: ReactNode
  /** The buttons; the first one only closes the dialog. By default there is only such a button. */
  actions?: ReactNode
  /** Called on Escape, and by the default button. */
  onCancel: () => void
}

const textFields = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"])'

/** A native modal dialog: focus stays inside and returns to the previous element when it closes. */
export function Dialog({ title, text, children, actions, onCancel }: DialogProps) {
  const modal = useModal(onCancel)
  const { ref } = modal
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    // The browser would focus the first control, which may do something. With a mouse, the first text field gets the focus. On
    // touch screens the title does, because a field would open the keyboard on the screen. The title also gets it where a button
    // would scroll it out of sight: above a comparison, and where the buttons are at the end of the content.
    const field = dialog?.querySelector<HTMLElement>(textFields)
    const buttons = dialog?.querySelector(`.${styles.actions}`)
    const isInView = buttons && getComputedStyle(buttons).position === 'sticky'
    const isButtonFirst = isInView && !field && !dialog?.querySelector('table')
    const first = isButtonFirst ? `.${styles.actions} button` : 'h2'
    if (field && matchMedia('(hover: hover)').matches) field.focus()
    // The browser would scroll to the place where a sticky button would be if it were not sticky.
    else dialog?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true })
    return () => {
      // The page may have become longer meanwhile.
      const { activeElement, body } = document
      if (activeElement !== body) activeElement?.scrollIntoView({ block: 'nearest' })
    }
  }, [ref])
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 className={styles.title} id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <p className={styles.text} id={`${id}-text`}>
        {text}
      </p>
      {children}
      <div className={styles.actions}>
        {actions ?? <QuietButton onClick={onCancel}>Close</QuietButton>}
      </div>
    </dialog>
  )
}
