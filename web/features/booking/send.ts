import type { EnquiryBody } from '../../../api/contract/enquiries'
import { useConnection } from '../../offline/connection'
import type { OutboxEntry } from '../../offline/database'
import { post } from '../../offline/entry-queue'
import { bookingRequest } from '../../offline/keep-sending'
import { newEntry, outbox, requestOf, settled } from '../../offline/outbox'
import { useOutbox } from '../../offline/outbox.store'
import type { SendResult } from './booking-state'

/** Adds an enquiry to the outbox, tries to send it at once, and reads the result off its entry. Without an outbox, sends
 * it directly.
 * @param replacedKey the key of the outbox entry that the enquiry replaces */
export async function send(
  key: string,
  enquiry: EnquiryBody,
  replacedKey: string | undefined,
): Promise<SendResult> {
  const request = bookingRequest()
  const entry = newEntry(key, request.to, enquiry)
  useOutbox.setState({ watchedKey: key })
  try {
    const remove = replacedKey === undefined ? [] : [replacedKey]
    const isQueued = await outbox
      .change(() => ({ put: [entry], remove }))
      .then(
        () => true,
        (error: unknown) => console.debug('The enquiry could not be added to the outbox:', error),
      )
    if (!isQueued) {
      const response = await post(key, requestOf(entry, request))
      return resultOf(settled(entry, response, Date.now()), false)
    }
    await outbox.flush(request)
    const result = await resultInOutbox(key)
    // Once the form was left, the page reports the entry.
    if (useOutbox.getState().watchedKey !== key) return { type: 'saved' }
    if (result.type === 'sent' || result.type === 'refused') await outbox.remove(key)
    return result
  } catch (cause) {
    return { type: 'failed', cause, isQueued: true }
  } finally {
    stopWatching(key)
  }
}

/** The form no longer reports an entry; from now on, the page does.
 * @param key by default, the entry that the form watches */
export function stopWatching(key?: string): void {
  const { watchedKey } = useOutbox.getState()
  if (key === undefined || key === watchedKey) useOutbox.setState({ watchedKey: undefined })
}

/** The result for an entry of the outbox, which this tab, another one or the service worker has tried to send. */
async function resultInOutbox(key: string): Promise<SendResult> {
  const entry = (await outbox.entries()).find((one) => one.key === key)
  if (entry?.state === 'waiting') {
    outbox.requestSync().catch((error: unknown) => console.debug('No background sync:', error))
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
