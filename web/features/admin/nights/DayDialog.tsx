import type { Away, AwayBody } from '../../../../api/contract/availability'
import { adminPaths } from '../../../../api/shared/admin-map'
import { longDate, weekdayOf } from '../../../../api/shared/show-dates'
import { newShowHash, showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { Dialog } from '../../../ui/Dialog'
import { Action, ActionGroup, ActionLink } from '../panel/Action'
import type { Night } from '../records/nights'

/** Nights off in words: one day, or the first and the last one. */
export const stretchOf = ({ from, to }: AwayBody) =>
  from === to ? longDate(from) : `${longDate(from)} to ${longDate(to)}`

/** The address of a show or an enquiry; undefined for a night off. */
export function addressOf({ id, kind }: Night) {
  if (kind === 'away') return
  return kind === 'held'
    ? { to: adminPaths.enquiries, search: { enquiry: id } }
    : { to: pages.admin.path, hash: showHash(id) }
}

interface DayDialogProps {
  day: string
  nights: readonly Night[]
  /** The nights off that the day belongs to. */
  away: readonly Away[]
  onNightOff: () => void
  onDelete: (away: Away) => void
  onClose: () => void
}

/** What is on a day, which can be opened, and what can be added to it. */
export const DayDialog = ({ day, nights, away, onNightOff, onDelete, onClose }: DayDialogProps) => (
  <Dialog
    title={`${weekdayOf(day)}, ${longDate(day)}`}
    text={nights.map(({ text }) => text).join(', ') || 'Nothing is on.'}
    onCancel={onClose}
  >
    {nights.some(({ kind }) => kind !== 'away') && (
      <ActionGroup title="Open">
        {nights.map((night) => {
          const address = addressOf(night)
          return (
            address && (
              <ActionLink key={night.id} {...address}>
                {night.text}
              </ActionLink>
            )
          )
        })}
      </ActionGroup>
    )}
    <ActionGroup title="Add">
      <ActionLink to={pages.admin.path} hash={newShowHash('public', day)}>
        Show…
      </ActionLink>
      <ActionLink to={pages.admin.path} hash={newShowHash('private', day)}>
        Private show…
      </ActionLink>
      {away.length === 0 && <Action onClick={onNightOff}>Night off</Action>}
    </ActionGroup>
    {away.length > 0 && (
      <ActionGroup title="Delete">
        {away.map((one) => (
          <Action key={one._id} onClick={() => onDelete(one)}>
            {`${one.from === one.to ? 'Night' : 'Nights'} off: ${stretchOf(one)}`}
          </Action>
        ))}
      </ActionGroup>
    )}
  </Dialog>
)
