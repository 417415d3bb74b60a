import type { Enquiry } from '../contract/enquiries'
import { hasWords } from './has-words'
import { longDate } from './show-dates'

type Searched = Pick<
  Enquiry,
  'name' | 'email' | 'message' | 'reference' | 'date' | 'place' | 'phone' | 'privateNote'
>

/** Whether an enquiry contains all words of a search: in what the visitor wrote, its reference or the band's note. */
export const isFoundBy = (search: string, enquiry: Searched) => {
  const { name, email, message, reference, date, place, phone, privateNote } = enquiry
  const night = date && `${date} ${longDate(date)}`
  const texts = [name, email, message, reference, night, place, phone, privateNote]
  return hasWords(texts.filter(Boolean).join('\n'), search.trim())
}
