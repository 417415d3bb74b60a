import type { ObjectId } from 'mongodb'
import type { ReplyBody } from '../contract/enquiries'
import { Problem } from '../http/problem'
import type { Receipts } from '../mongo/receipts'
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
 * @throws Problem 409 if the reply was sent already, or is being sent */
export function sendReply(
  { repository, mail, receipts }: Dependencies,
  _id: ObjectId,
  { text, ...change }: ReplyBody,
  { by, site, key }: Pick<ChangeOptions, 'by' | 'site' | 'key'>,
) {
  const content = { id: _id.toHexString(), text }
  return receipts.once({ scope: 'replies', key, content }, async () => {
    const enquiry = await repository.read(_id)
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
