/** The outbox: booking enquiries that are not sent yet. */
import type { EnquiryBody, EnquiryReceipt } from '../../api/contract/enquiries'
import { isFromSite } from './api-response'
import type { OutboxEntry } from './database'
import { createEntryQueue } from './entry-queue'
import { databaseName, outboxTag } from './names'
import { afterAttempt, newEntryState, type PostResult } from './outbox-flush'

/** An entry that was not sent yet. */
export const newEntry = (key: string, to: string, enquiry: EnquiryBody): OutboxEntry => ({
  ...enquiry,
  ...newEntryState(key),
  to,
})

/** The fields that are no part of the enquiry: JSON has no undefined ones. */
const withoutState: Record<Exclude<keyof OutboxEntry, keyof EnquiryBody>, undefined> = {
  key: undefined,
  savedAt: undefined,
  state: undefined,
  attempts: undefined,
  failure: undefined,
  retryAt: undefined,
  hold: undefined,
  problem: undefined,
  reference: undefined,
  to: undefined,
}

/** The request of an entry. Of a successful response only its status counts. */
export const requestOf = (
  entry: OutboxEntry,
  { to = entry.to, headers = {} }: { to?: string | undefined; headers?: Record<string, string> },
) => ({ to, method: 'POST', headers, body: { ...entry, ...withoutState }, isOwn: isFromSite })

/** An entry after an attempt to send it; a sent one has its reference. */
export function settled(entry: OutboxEntry, result: PostResult, now: number): OutboxEntry {
  const after = afterAttempt(entry, result, now)
  if (result.state !== 'sent') return after
  const reference = (result.body as EnquiryReceipt | undefined)?.reference
  return reference === undefined ? after : { ...after, reference }
}

export const outbox = createEntryQueue<OutboxEntry>({
  database: databaseName,
  tag: outboxTag,
  compare: (one, other) => one.savedAt - other.savedAt,
  requestOf,
  settle: (_, entry, result, now) => [settled(entry, result, now)],
})

/** Removes the sent entries, because they are reported now.
 * @param exceptKey the key of an entry that another part of the page reports
 * @returns the removed entries */
export async function takeSent(exceptKey: string | undefined): Promise<readonly OutboxEntry[]> {
  let sent: readonly OutboxEntry[] = []
  await outbox.change((entries) => {
    sent = entries.filter(({ state, key }) => state === 'sent' && key !== exceptKey)
    return { remove: sent.map(({ key }) => key) }
  })
  return sent
}
