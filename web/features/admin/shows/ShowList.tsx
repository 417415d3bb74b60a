import type { ComponentProps } from 'react'
import { clockTime, longDate, stubOf } from '../../../../api/shared/show-dates'
import { setListDraft, storedDraft } from '../records/draft-storage'
import type { ListedShow } from '../records/drafts.store'
import { ItemList } from '../records/ItemList'
import { showFields } from '../records/record-fields'
import { describeShow } from './show-change'

type ShowListProps = Pick<
  ComponentProps<typeof ItemList<ListedShow>>,
  'notice' | 'editId' | 'onEdit' | 'onDelete' | 'onMore'
> & { shows: readonly ListedShow[]; today: string }

/** The shows, the coming ones first. */
export const ShowList = ({ shows, today, ...list }: ShowListProps) => (
  <ItemList
    {...list}
    items={shows}
    noun="show"
    describe={describeShow}
    renderText={({ date, venue, city, startsAt }) => (
      <>
        <span data-field="date">{longDate(date)} at</span> <span data-field="venue">{venue}</span>,{' '}
        <span data-field="city">{city}</span>
        {startsAt && <small> · {clockTime(startsAt)}</small>}
      </>
    )}
    renderLead={({ date }) => {
      const { weekday, day, month } = stubOf(date)
      return (
        <span data-field="date">
          {weekday} <b>{day}</b> {month}
          {date.slice(0, 4) !== today.slice(0, 4) && ` ${date.slice(0, 4)}`}
        </span>
      )
    }}
    marksOf={({ _id, visibility, status = 'scheduled', waiting }) => [
      ['draft', visibility === 'draft' && 'Draft'],
      ['private', visibility === 'private' && 'Private'],
      ['stamp', status !== 'scheduled' && showFields.status.choices?.[status]],
      ['plain', waiting],
      ['plain', storedDraft(setListDraft(_id)) !== undefined && 'Set list not saved'],
    ]}
    groupOf={({ date }) => (date < today ? 'Past' : 'Coming')}
    isCollapsed={(heading) => heading === 'Past'}
  />
)
