import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryChange,
  EnquiryStatus,
} from '../../../../api/contract/enquiries'
import type { Show } from '../../../../api/contract/shows'
import { addDays } from '../../../../api/shared/calendar-day'
import { takesPlace } from '../../../../api/shared/commitments'
import { withQuote } from '../../../../api/shared/reply-text'
import { longDate } from '../../../../api/shared/show-dates'

/** Puts the text of a template into a reply, in place of the text that was put into it before. What the person has typed stays;
 * below it, the template has no greeting.
 * @param former the text that was put into it before; empty if there is none
 * @param added the text of the chosen template, or the greeting alone
 * @returns the reply, and the text that was put into it */
export function withTemplateText(reply: string, former: string, added: string, greeting: string) {
  if (reply.trim() === '' || reply === greeting) return { text: added, inserted: added }
  const at = former === '' ? -1 : reply.lastIndexOf(former)
  const above = at < 0 ? `${reply.trimEnd()}\n\n` : reply.slice(0, at)
  const below = at < 0 ? '' : reply.slice(at + former.length)
  const isBelowTyped = above.trim() !== '' && added.startsWith(greeting)
  const inserted = isBelowTyped ? added.slice(greeting.length) : added
  return { text: above + inserted + below, inserted }
}

/** The text of a template at the end of a reply that was begun before, with or without its greeting; empty if there is none. */
export function templateTextIn(reply: string, texts: readonly string[], greeting: string): string {
  const found = texts
    .flatMap((text) => [text, text.replace(greeting, '')])
    .filter((text) => reply.endsWith(text))
  return found.sort((one, other) => other.length - one.length)[0] ?? ''
}

/** The number of enquiries in all boxes. */
export const countOf = (counts: EnquiriesResponse['counts']) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export const statusLabels: Readonly<Record<EnquiryStatus, string>> = {
  new: 'New',
  answered: 'Answered',
  held: 'Held',
  booked: 'Booked',
  declined: 'Declined',
  archived: 'Archived',
}

export const boxLabels: Readonly<Record<EnquiryBox, string>> = {
  ...statusLabels,
  unsure: 'Unsure',
  spam: 'Spam',
}

/** The enquiry after a change. One that gets a status, or is marked as no spam, is neither spam nor unsure. */
export const afterChange = (enquiry: Enquiry, change: EnquiryChange): Enquiry => ({
  ...enquiry,
  ...((change.status || change.isSpam === false) && { isSpam: false, isUnsure: false }),
  ...change,
})

/** The change that brings an enquiry back into its box; undefined for an unsure one, which stays genuine. */
export function changeBackTo(enquiry: Enquiry): EnquiryChange | undefined {
  const { isSpam, isUnsure, status, holdUntil } = enquiry
  if (isUnsure) return
  return isSpam ? { isSpam } : { status, ...(holdUntil !== undefined && { holdUntil }) }
}

/** The name under which the text of a reply is stored until it is sent. */
export const replyDraft = ({ _id }: Pick<Enquiry, '_id'>) => `reply ${_id}`

/** The status that an enquiry has after a reply, unless the band chooses another one. */
export const statusAfterReply = ({ status }: Pick<Enquiry, 'status'>) =>
  status === 'new' ? 'answered' : status

/** The days for which a hold lasts if nobody says otherwise. */
export const defaultHoldDays = 14

/** The change of an enquiry to a status. A new hold gets a last day.
 * @param today YYYY-MM-DD */
export const changeTo = (
  enquiry: Pick<Enquiry, 'status'>,
  status: EnquiryStatus,
  today: string,
): EnquiryChange => ({
  status,
  ...(isNewHold(enquiry, status) && { holdUntil: addDays(today, defaultHoldDays) }),
})

const isNewHold = (enquiry: Pick<Enquiry, 'status'>, status: EnquiryStatus) =>
  status === 'held' && enquiry.status !== 'held'

/** The statuses that an enquiry can get, with their labels. Without a date there is no night to hold. */
export const statusChoices = (enquiry: Pick<Enquiry, 'status' | 'date'>) =>
  (Object.keys(statusLabels) as EnquiryStatus[])
    .filter((status) => !isNewHold(enquiry, status) || enquiry.date)
    .map((status) => {
      const label = `Held for ${defaultHoldDays} days`
      return [status, isNewHold(enquiry, status) ? label : statusLabels[status]] as const
    })

/** The label of an enquiry's status, or of its box if it is spam or unsure. A booked enquiry whose night is over was played; a
 * hold shows its last day.
 * @param today YYYY-MM-DD
 * @param show the show that was made of it, which may have been moved or cancelled since */
export function statusLabelOf(
  { status, date, holdUntil, isSpam, isUnsure }: Enquiry,
  today: string,
  show?: Pick<Show, 'date' | 'status' | 'formerDate'>,
): string {
  if (isSpam || isUnsure) return isSpam ? 'Spam' : 'Unsure'
  const night = show?.date ?? date
  const isCancelled = show !== undefined && !takesPlace(show)
  if (status === 'booked' && night !== undefined && night < today && !isCancelled) return 'Played'
  if (status !== 'held' || holdUntil === undefined) return statusLabels[status]
  return `${holdUntil < today ? 'Hold ended' : 'Held until'} ${longDate(holdUntil)}`
}

const isoDates = /\d{4}-\d\d-\d\d/g

/** Finds a telephone number in a text and returns it as written. Dates and prices have too few digits or other
 * separators. */
export function phoneIn(text: string): string | undefined {
  const candidates = text.replace(isoDates, ' ; ').match(/\+?\(?\d[\d\s().-]{7,18}\d/g) ?? []
  return candidates.find((candidate) => {
    const digits = candidate.replace(/\D/g, '').length
    return digits >= 10 && digits <= 15
  })
}

/** The `tel:` URL of a phone number (RFC 3966). */
export const callAddress = (phone: string) =>
  `tel:${phone.startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`

/** The `mailto:` URL of a reply that quotes the enquiry (RFC 6068). */
export function replyAddress({ email, message }: Enquiry, bandName: string, text: string): string {
  const subject = encodeURIComponent(`Your message to ${bandName}`)
  const body = encodeURIComponent(withQuote(text, message).replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}&body=${body}`
}
