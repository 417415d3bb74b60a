import type { Api } from '../../../api/contract/operations'
import type { Show } from '../../../api/contract/shows'

const path: Api['showCalendar']['path'] = '/shows/{id}/calendar.ics'

/** The path of the calendar that contains one show. */
export const calendarPath = ({ _id }: Pick<Show, '_id'>): string => path.replace('{id}', _id)
