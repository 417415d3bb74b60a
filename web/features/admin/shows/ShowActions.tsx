import type { ShowStatus } from '../../../../api/contract/shows'
import { adminPaths } from '../../../../api/shared/admin-map'
import { owedFor } from '../../../../api/shared/owed'
import { feedPaths } from '../../../../api/shared/site-map'
import { isNewId } from '../../../offline/change-rules'
import { buttonClass } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Action, ActionGroup, ActionLink } from '../panel/Action'
import type { ListedShow } from '../records/drafts.store'

interface ShowActionsProps {
  show: ListedShow
  /** Whether its day is over. */
  isPast: boolean
  description: string
  /** @param status an empty text for a show that takes place as planned */
  onStatus: (status: ShowStatus | '') => void
  onPublish: () => void
  onPaid: () => void
  /** Opens the show in the form as a postponed one, where its new date can be entered. */
  onPostpone: () => void
  /** Begins a new show like this one in the form. */
  onRepeat: () => void
  onDelete: () => void
  onClose: () => void
}

/** The actions for a show besides editing and deleting. A status is set by one press, and can be undone. */
export function ShowActions(props: ShowActionsProps) {
  const { show, isPast, description } = props
  const { onStatus, onPublish, onPaid, onPostpone, onRepeat, onDelete, onClose } = props
  const { status = 'scheduled', visibility = 'public' } = show
  const isStored = !isNewId(show._id)

  return (
    <Dialog title={description} text={noteAbout(props)} onCancel={onClose}>
      <ActionGroup title="Status">
        {visibility === 'draft' && <Action onClick={onPublish}>Publish it</Action>}
        {status !== 'scheduled' && <Action onClick={() => onStatus('')}>As planned</Action>}
        {status !== 'soldout' && !isPast && (
          <Action onClick={() => onStatus('soldout')}>Sold out</Action>
        )}
        {!isPast && <Action onClick={onPostpone}>Postponed…</Action>}
        {status !== 'cancelled' && <Action onClick={() => onStatus('cancelled')}>Cancelled</Action>}
      </ActionGroup>
      {owedFor(show) > 0 && (
        <ActionGroup title="Money">
          <Action onClick={onPaid}>Paid</Action>
        </ActionGroup>
      )}
      <ActionGroup title="Show it">
        {visibility === 'public' && isStored && (
          <ActionLink to="/Shows/$slug" params={{ slug: show.slug }}>
            Page of the show
          </ActionLink>
        )}
        {isStored && (
          <>
            <ActionLink to="/Admin/poster/$id" params={{ id: show._id }}>
              Poster to print
            </ActionLink>
            <ActionLink to="/Admin/set/$id" params={{ id: show._id }}>
              Set list
            </ActionLink>
          </>
        )}
        {!isPast && (
          <li>
            <a
              className={buttonClass('quiet')}
              href={feedPaths.tonightCode}
              target="_blank"
              rel="noopener"
            >
              QR code for tonight
            </a>
          </li>
        )}
        {show.enquiryId && (
          <ActionLink to={adminPaths.enquiries} search={{ enquiry: show.enquiryId }}>
            Open the enquiry
          </ActionLink>
        )}
      </ActionGroup>
      <ActionGroup title="Repeat or delete">
        <Action onClick={onRepeat}>Add another like this…</Action>
        <Action onClick={onDelete}>Delete…</Action>
      </ActionGroup>
    </Dialog>
  )
}

/** The text below the title: who sees the show, that it is not sent yet, or that it is over. */
function noteAbout({ show: { _id, visibility = 'public' }, isPast }: ShowActionsProps): string {
  if (visibility !== 'public') return 'Only the band sees it.'
  if (isNewId(_id)) return 'It is saved on this device and will be sent when the site responds.'
  return isPast ? 'This show is over.' : 'Its subscribers get a message about a new status.'
}
