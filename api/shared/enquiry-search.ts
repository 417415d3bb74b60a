import type { Enquiry } from '../contract/enquiries'
import { detailsOf } from './enquiry-details'
import { hasWords } from './has-words'

type Searched = Parameters<typeof detailsOf>[0] &
  Pick<Enquiry, 'name' | 'email' | 'message' | 'reference' | 'phone' | 'privateNote'>

/** Whether an enquiry contains all words of a search: in what the visitor wrote, as the inbox shows it, in its reference, with or
 * without the hyphen, or in the band's note. */
export const isFoundBy = (search: string, enquiry: Searched) => {
  const { name, email, message, reference, date, phone, privateNote } = enquiry
  const references = [reference, reference?.replace('-', '')]
  const texts = [name, email, message, ...references, date, detailsOf(enquiry), phone, privateNote]
  return hasWords(texts.filter(Boolean).join('\n'), search.trim())
}
