import { bookingAddress } from '../api-client/settings'
import { xsrfHeader } from '../api-client/xsrf'
import { keepFlushing } from './follow-queue'
import { outbox } from './outbox'

/** How enquiries are sent from this page. */
export function bookingRequest() {
  const to = bookingAddress()
  return { to, headers: xsrfHeader(to) }
}

/** Sends the enquiries of the outbox from now on; a second call does nothing. */
export const keepSending = () => keepFlushing(outbox, bookingRequest)
