import type { Show } from '../contract/shows'

const prefixes: Record<NonNullable<Show['status']>, string> = {
  scheduled: '',
  soldout: 'Sold out: ',
  postponed: 'Postponed: ',
  cancelled: 'Cancelled: ',
}

/** The name of a show with its status in front, for programs that display nothing else. A postponed show with a new date
 * takes place, so its name has no prefix. */
export const announcedName = (
  { status = 'scheduled', formerDate }: Pick<Show, 'status' | 'formerDate'>,
  name: string,
): string => (status === 'postponed' && formerDate !== undefined ? name : prefixes[status] + name)
