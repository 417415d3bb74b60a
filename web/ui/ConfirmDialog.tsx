import { Button, QuietButton } from './Button'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  /** Called after the dialog is closed. */
  onConfirm: () => void
  /** Closes the dialog. */
  onClose: () => void
}

/** A modal dialog that asks for confirmation; Cancel is focused first. */
export const ConfirmDialog = ({ title, text, confirm, onConfirm, onClose }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    text={text}
    onCancel={onClose}
    actions={
      <>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
        <Button
          variant="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </>
    }
  />
)
