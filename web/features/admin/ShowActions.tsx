import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ShowStatus } from '../../../api/contract/shows'
import { feedPaths } from '../../../api/shared/site-map'
import { Button, buttonClass } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import type { ListedShow } from './drafts.store'
import styles from './ShowActions.module.css'

interface ShowActionsProps {
  show: ListedShow
  description: string
  onStatus: (status: ShowStatus) => void
  onPublish: () => void
  /** Opens the show in the form as a postponed one, where its new date can be entered. */
  onPostpone: () => void
  /** Begins a new show like this one in the form. */
  onRepeat: () => void
  onClose: () => void
}

/** The actions for a show besides editing and deleting. Cancelling asks for confirmation, because it notifies fans. */
export function ShowActions(props: ShowActionsProps) {
  const { show, description, onStatus, onPublish, onPostpone, onRepeat, onClose } = props
  const [isCancelling, setCancelling] = useState(false)
  const { status = 'scheduled', visibility = 'public' } = show

  if (isCancelling)
    return (
      <Dialog
        key="cancelling"
        title="Cancel this show?"
        text={`“${description}” stays on the site, marked as cancelled, and its subscribers receive a message.`}
        onCancel={() => setCancelling(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setCancelling(false)}>
              Back
            </Button>
            <Button variant="danger" onClick={() => onStatus('cancelled')}>
              Cancel the show
            </Button>
          </>
        }
      />
    )
  return (
    <Dialog
      title="More"
      text={description}
      onCancel={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className={styles.actions}>
        {visibility === 'draft' && <Action onClick={onPublish}>Publish it</Action>}
        {status !== 'scheduled' && (
          <Action onClick={() => onStatus('scheduled')}>As planned</Action>
        )}
        {status !== 'soldout' && <Action onClick={() => onStatus('soldout')}>Sold out</Action>}
        <Action onClick={onPostpone}>Postponed…</Action>
        {status !== 'cancelled' && <Action onClick={() => setCancelling(true)}>Cancelled…</Action>}
        <Action onClick={onRepeat}>Add another like this…</Action>
        {visibility === 'public' && (
          <li>
            <Link className={buttonClass('quiet')} to="/Shows/$slug" params={{ slug: show.slug }}>
              Page of the show
            </Link>
          </li>
        )}
        <li>
          <Link className={buttonClass('quiet')} to="/Admin/poster/$id" params={{ id: show._id }}>
            Poster to print
          </Link>
        </li>
        <li>
          <Link className={buttonClass('quiet')} to="/Admin/set/$id" params={{ id: show._id }}>
            Set list
          </Link>
        </li>
        <li>
          <a className={buttonClass('quiet')} href={feedPaths.tonightCode} download="tonight.svg">
            QR code for tonight
          </a>
        </li>
      </ul>
    </Dialog>
  )
}

const Action = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <li>
    <Button variant="quiet" onClick={onClick}>
      {children}
    </Button>
  </li>
)
