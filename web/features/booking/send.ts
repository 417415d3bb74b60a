import type { EnquiryBody } from '../../../api/contract/enquiries'
import { bookingAddress } from '../../api-client/settings'
import { useConnection } from '../../offline/connection'
import {
  addToOutbox,
  claimResult,
  flushOutbox,
  outboxEntries,
  post,
  requestSync,
} from '../../offline/outbox'
import type { PostResult } from '../../offline/outbox-flush'
import type { SendResult } from './booking-state'

/** Adds an enquiry to the outbox and tries to send it at once. Without an outbox, sends it directly.
 * @param replacedKey the key of the outbox entry that the enquiry replaces */
export async function send(
  key: string,
  enquiry: EnquiryBody,
  replacedKey: string | undefined,
): Promise<SendResult> {
  const to = bookingAddress()
  const claim = claimResult(key)
  try {
    await addToOutbox(key, to, enquiry, replacedKey)
  } catch (cause) {
    console.debug('The outbox is closed:', cause)
    claim.release()
    return asSendResult(await post({ ...enquiry, key, to }), false)
  }
  try {
    return await sendQueued(key, to, claim.result)
  } catch (cause) {
    return { type: 'failed', cause, isQueued: true }
  } finally {
    claim.release()
  }
}

/** Sends the entry that `send` has added to the outbox. */
async function sendQueued(
  key: string,
  to: string,
  ownResult: () => PostResult | undefined,
): Promise<SendResult> {
  await flushOutbox({ to })
  const result = ownResult() ?? (await resultFromOutbox(key))
  if (result.state === 'sent' || result.state === 'refused') return asSendResult(result, true)
  requestSync().catch((error: unknown) => console.debug('No background sync:', error))
  if (result.state === 'postponed') return asSendResult(result, true)
  const isReachable = await useConnection.getState().probe()
  return isReachable ? asSendResult(result, true) : { type: 'saved' }
}

/** @param isQueued whether the message is in the outbox */
function asSendResult(result: PostResult, isQueued: boolean): SendResult {
  switch (result.state) {
    case 'sent':
      return { type: 'sent' }
    case 'refused':
      return { type: 'refused', problem: result.problem }
    case 'postponed':
      return { type: 'failed', cause: `status ${result.status}`, isQueued }
    case 'unanswered':
      return { type: 'failed', cause: result.error, isQueued }
  }
}

/** The result for an entry that this tab did not send. Another tab or the service worker may have sent it, or an
 * earlier entry got no response. */
async function resultFromOutbox(key: string): Promise<PostResult> {
  const entry = (await outboxEntries()).find((one) => one.key === key)
  if (!entry || entry.state === 'sent') return { state: 'sent' }
  if (entry.state === 'refused') return { state: 'refused', problem: entry.problem }
  return { state: 'unanswered', error: 'an earlier enquiry got no response' }
}
