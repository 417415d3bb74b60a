import type { Enquiry } from '../contract/enquiries'
import { occasions } from './occasions'
import { longDate, weekdayOf } from './show-dates'

type Details = Pick<Enquiry, 'occasion' | 'date' | 'place' | 'guests' | 'songIds'>

/** What a visitor says about the night, in one line; an empty text for nothing. */
export const detailsOf = ({ occasion, date, place, guests, songIds = [] }: Details): string =>
  [
    occasion && occasions[occasion],
    date && `${weekdayOf(date)}, ${longDate(date)}`,
    place,
    guests && `${guests} guests`,
    songIds.length > 0 && (songIds.length === 1 ? '1 song' : `${songIds.length} songs`),
  ]
    .filter(Boolean)
    .join(' · ')
