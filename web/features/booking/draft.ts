import type { EnquiryBody } from '../../../api/contract/enquiries'
import { storage } from '../../browser/storage'

/** What a person writes. */
export type Enquiry = Pick<EnquiryBody, 'name' | 'email' | 'message'>

/** A text that was handed over and did not go at once. */
export interface HandedOver {
  /** Its key in the outbox. */
  key: string
  enquiry: Enquiry
}

const storageKey = 'bookingDraft'

export const isSame = (one: Enquiry, other: Enquiry) =>
  one.name === other.name && one.email === other.email && one.message === other.message

export const isBlank = ({ name, email, message }: Enquiry) => name + email + message === ''

/** What was typed into the booking form and neither sent nor cleared, and what of it waits already. */
export function readDraft(): { enquiry: Enquiry; waiting: HandedOver | undefined } | undefined {
  const draft = storage.getObject(storageKey)
  if (!draft) return
  const waiting = draft['waiting'] as HandedOver | undefined
  return {
    enquiry: enquiryOf(draft),
    waiting: waiting?.enquiry && waiting.key ? waiting : undefined,
  }
}

const enquiryOf = ({ name = '', email = '', message = '' }: Record<string, unknown>): Enquiry => ({
  name: String(name),
  email: String(email),
  message: String(message),
})

export function keepDraft(enquiry: Enquiry, waiting: HandedOver | undefined): void {
  if (isBlank(enquiry)) dropDraft()
  else storage.set(storageKey, JSON.stringify({ ...enquiry, waiting }))
}

export const dropDraft = () => storage.remove(storageKey)
