import { Link } from '@tanstack/react-router'
import { addDays } from '../../../../api/shared/calendar-day'
import { takesPlace } from '../../../../api/shared/commitments'
import { daysBetween } from '../../../../api/shared/show-dates'
import { isNewId } from '../../../offline/change-rules'
import { TextButton } from '../../../ui/Button'
import { SideNote } from '../panel/Panel'
import type { ListedShow } from '../records/drafts.store'

interface NextShowProps {
  /** By date. */
  shows: readonly ListedShow[]
  /** YYYY-MM-DD, in the band's time zone. */
  today: string
  onEdit: (show: ListedShow, field: string) => void
}

/** How many days ahead the band is reminded. */
const daysAhead = 14

/** Reminds the band to add the start and the set list of the next show. Renders nothing if it has both, or is more than
 * `daysAhead` days ahead. */
export function NextShow({ shows, today, onEdit }: NextShowProps) {
  const last = addDays(today, daysAhead)
  const show = shows.find((one) => one.date >= today && one.date <= last && takesPlace(one))
  if (!show || isNewId(show._id) || (show.startsAt && show.setList?.length)) return null
  const days = daysBetween(today, show.date)
  return (
    <SideNote>
      {['Tonight', 'Tomorrow'][days] ?? `In ${days} days`}: {show.venue}.{' '}
      {!show.startsAt && (
        <TextButton onClick={() => onEdit(show, 'startsAt')}>Add the start time</TextButton>
      )}{' '}
      {!show.setList?.length && (
        <Link to="/Admin/set/$id" params={{ id: show._id }}>
          Make the set list
        </Link>
      )}
    </SideNote>
  )
}
