import type { ObjectId } from 'mongodb'
import type { ReplyBody } from '../contract/enquiries'
import { Problem } from '../http/problem'
import type { Receipts } from '../mongo/receipts'
import { requireVersion } from '../mongo/versions'
import type { ChangeOptions, EnquiryRepository } from './enquiries.repository'
import type { createEnquiryMail } from './enquiry-mail'
import { type EnquiryRecord, toEnquiry } from './enquiry-record'

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
export async function sendReply(
  { repository, mail, receipts }: Dependencies,
  _id: ObjectId,
  { text, ...change }: ReplyBody,
  { by, site, key, versions }: ChangeOptions,
) {
  const content = { id: _id.toHexString(), text }
  // The receipt must not contain the enquiry: a deleted one would stay in it for 7 days.
  await receipts.once({ scope: 'replies', key, content }, async () => {
    const enquiry = await repository.read(_id)
    if (change.status) requireVersion(enquiry, versions, toEnquiry)
    if (!(await mailOnce(enquiry))) throw sentAlready()
    const sent = { at: new Date().toISOString(), text, ...(by !== undefined && { by }) }
    await repository.addReply(_id, sent, change, site)
    return {}
  })
  return { enquiry: toEnquiry(await repository.read(_id)) }

  /** @returns false if it was mailed before, or is being mailed */
  async function mailOnce(enquiry: EnquiryRecord): Promise<boolean> {
    try {
      const isClaimed = key === undefined || (await repository.claimReply(_id, key))
      if (isClaimed) await mail.reply(enquiry, text)
      return isClaimed
    } catch (error) {
      // The claim may be stored although storing it has failed.
      if (key !== undefined) await repository.releaseReply(_id, key).catch(() => undefined)
      throw error
    }
  }
}
