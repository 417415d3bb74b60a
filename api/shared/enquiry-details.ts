import type { Enquiry } from '../contract/enquiries'
import { counted } from './counted'
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
    songIds.length > 0 && counted(songIds.length, 'song'),
  ]
    .filter(Boolean)
    .join(' · ')
