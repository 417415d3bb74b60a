import type { EnquiryBody } from '../../../api/contract/enquiries'
import { bookingAddress } from '../../api-client/settings'
import { xsrfHeader } from '../../api-client/xsrf'
import { useConnection } from '../../offline/connection'
import type { OutboxEntry } from '../../offline/database'
import {
  addToOutbox,
  flushOutbox,
  newEntry,
  outboxEntries,
  post,
  removeFromOutbox,
  requestSync,
} from '../../offline/outbox'
import { useOutbox } from '../../offline/outbox.store'
import { afterAttempt } from '../../offline/outbox-flush'
import type { SendResult } from './booking-state'

/** Adds an enquiry to the outbox, tries to send it at once, and reads the result off its entry. Without an outbox, sends
 * it directly.
 * @param replacedKey the key of the outbox entry that the enquiry replaces */
export async function send(
  key: string,
  enquiry: EnquiryBody,
  replacedKey: string | undefined,
): Promise<SendResult> {
  const to = bookingAddress()
  const headers = xsrfHeader(to)
  useOutbox.setState({ watchedKey: key })
  try {
    const isQueued = await addToOutbox(key, to, enquiry, replacedKey).then(
      () => true,
      (error: unknown) => console.debug('The enquiry could not be added to the outbox:', error),
    )
    if (!isQueued) {
      const entry = newEntry(key, to, enquiry)
      return resultOf(afterAttempt(entry, await post(entry, headers), Date.now()), false)
    }
    await flushOutbox({ to, headers })
    const result = await resultInOutbox(key)
    if (result.type === 'sent' || result.type === 'refused') await removeFromOutbox(key)
    return result
  } catch (cause) {
    return { type: 'failed', cause, isQueued: true }
  } finally {
    useOutbox.setState({ watchedKey: undefined })
  }
}

/** The result for an entry of the outbox, which this tab, another one or the service worker has tried to send. */
async function resultInOutbox(key: string): Promise<SendResult> {
  const entry = (await outboxEntries()).find((one) => one.key === key)
  if (entry?.state === 'waiting') {
    requestSync().catch((error: unknown) => console.debug('No background sync:', error))
    if (entry.hold === 'none' && !(await useConnection.getState().probe())) return { type: 'saved' }
  }
  return resultOf(entry, true)
}

/** @param isQueued whether the message is in the outbox */
function resultOf(entry: OutboxEntry | undefined, isQueued: boolean): SendResult {
  // The entry is gone: another tab has reported it as sent, or the visitor has removed it.
  if (!entry || entry.state === 'sent') return { type: 'sent', reference: entry?.reference }
  if (entry.state === 'refused') return { type: 'refused', problem: entry.problem }
  return { type: 'failed', cause: entry.failure ?? 'an earlier enquiry got no response', isQueued }
}
