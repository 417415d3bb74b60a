import type { EnquiryBody } from '../../../api/contract/enquiries'
import type { ProblemDetails } from '../../../api/contract/problem'
import { bookingAddress } from '../../api-client/settings'
import { useConnection } from '../../offline/connection'
import {
  addToOutbox,
  attend,
  deliver,
  flushOutbox,
  type Outcome,
  outboxEntries,
  removeFromOutbox,
  requestSync,
} from '../../offline/outbox'

/** What became of an enquiry. */
export type Handed =
  | { state: 'sent' }
  /** Nothing waits: the text has to change. */
  | { state: 'refused'; problem: ProblemDetails | undefined }
  /** It waits for a network. */
  | { state: 'saved' }
  /** It didn't go, though there is a network; it waits where it could be put down. */
  | { state: 'failed'; cause: unknown }

/** Puts an enquiry into the outbox and tries to send it at once.
 * @param replaced the key of one that waits there, and whose text this one corrects */
export async function hand(
  key: string,
  enquiry: EnquiryBody,
  replaced: string | undefined,
): Promise<Handed> {
  const attention = attend(key)
  try {
    return await handOver(key, enquiry, replaced, attention.outcome)
  } finally {
    attention.leave()
  }
}

async function handOver(
  key: string,
  enquiry: EnquiryBody,
  replaced: string | undefined,
  outcomeHere: () => Outcome | undefined,
): Promise<Handed> {
  const to = bookingAddress()
  try {
    await addToOutbox(key, to, enquiry)
    if (replaced !== undefined) await removeFromOutbox(replaced)
  } catch (cause) {
    console.debug('The outbox is closed:', cause)
    const outcome = await deliver({ ...enquiry, key, to })
    return outcome.state === 'unanswered'
      ? { state: 'failed', cause: outcome.error }
      : judge(outcome)
  }
  await flushOutbox({ to })
  const outcome = outcomeHere() ?? (await outcomeElsewhere(key))
  if (outcome.state === 'sent' || outcome.state === 'refused') return judge(outcome)
  requestSync().catch((error: unknown) => console.debug('No background sync:', error))
  if (outcome.state === 'postponed') return judge(outcome)
  const isReachable = await useConnection.getState().probe()
  return isReachable ? judge(outcome) : { state: 'saved' }
}

function judge(outcome: Outcome): Handed {
  if (outcome.state === 'sent' || outcome.state === 'refused') return outcome
  const cause = outcome.state === 'unanswered' ? outcome.error : `status ${outcome.status}`
  return { state: 'failed', cause }
}

/** Another tab or the worker may have sent it first; an enquiry before it may have met no network. */
async function outcomeElsewhere(key: string): Promise<Outcome> {
  const entry = (await outboxEntries()).find((one) => one.key === key)
  if (!entry || entry.state === 'sent') return { state: 'sent' }
  if (entry.state === 'refused') return { state: 'refused', problem: entry.problem }
  return { state: 'unanswered', error: 'an earlier enquiry got no answer' }
}
