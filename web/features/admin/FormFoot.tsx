import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button'
import { type Message, Notice } from '../../ui/Notice'
import { Actions, WholeRow } from './Panel'

interface FormActionsProps {
  submit: string
  isBusy: boolean
  /** Leaves edit mode; absent while there is nothing to leave. */
  onCancel: (() => void) | undefined
}

/** What sends an admin form, and what leaves edit mode. */
export const FormActions = ({ submit, isBusy, onCancel }: FormActionsProps) => (
  <WholeRow>
    <Actions>
      <Button type="submit" aria-disabled={isBusy}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Actions>
  </WholeRow>
)

/** How the last change went; it comes into sight when it is there. */
export function FormNotice({ message }: { message: Message | undefined }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) region.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <WholeRow ref={region}>
      <Notice message={message} />
    </WholeRow>
  )
}
