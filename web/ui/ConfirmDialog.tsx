import { Button } from './Button'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
  onCancel: () => void
}

/** A modal dialog that asks for confirmation; Cancel is focused first. */
export const ConfirmDialog = ({
  title,
  text,
  confirm,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    title={title}
    text={text}
    onCancel={onCancel}
    actions={
      <>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  />
)
