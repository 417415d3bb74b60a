import type { ObjectId } from 'mongodb'
import type { ReplyBody } from '../contract/enquiries'
import { Problem } from '../http/problem'
import type { Receipts } from '../mongo/receipts'
import { requireVersion } from '../mongo/versions'
import type { ChangeOptions, EnquiryRepository } from './enquiries.repository'
import type { createEnquiryMail } from './enquiry-mail'
import { toEnquiry } from './enquiry-record'

interface Dependencies {
  repository: Pick<EnquiryRepository, 'read' | 'claimReply' | 'releaseReply' | 'addReply'>
  mail: Pick<ReturnType<typeof createEnquiryMail>, 'reply'>
  receipts: Receipts
}

const sentAlready = () =>
  new Problem(409, 'This reply was sent already, or is being sent. Load the page again to see it.')

/** Mails a reply once for each key, stores it, and sets the enquiry's status. If the process stops in between, a repeated request is
 * refused, because the reply may have been mailed.
 * @throws Problem 409 if the reply was sent already, or is being sent, 412 if it sets the status and another version is stored */
export function sendReply(
  { repository, mail, receipts }: Dependencies,
  _id: ObjectId,
  { text, ...change }: ReplyBody,
  { by, site, key, versions }: ChangeOptions,
) {
  const content = { id: _id.toHexString(), text }
  return receipts.once({ scope: 'replies', key, content }, async () => {
    const enquiry = await repository.read(_id)
    if (change.status) requireVersion(enquiry, versions, toEnquiry)
    const isClaimed = key === undefined || (await repository.claimReply(_id, key))
    if (!isClaimed) throw sentAlready()
    try {
      await mail.reply(enquiry, text)
    } catch (error) {
      if (key !== undefined) await repository.releaseReply(_id, key)
      throw error
    }
    const sent = { at: new Date().toISOString(), text, ...(by !== undefined && { by }) }
    return { enquiry: toEnquiry(await repository.addReply(_id, sent, change, site)) }
  })
}
