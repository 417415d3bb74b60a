import type { ObjectId } from 'mongodb'
import type { Enquiries, EnquiryRecord } from './enquiry-record'

/** Operations on the enquiries that are still to be mailed. */
export const mailQueueOf = (enquiries: Enquiries) => ({
  /** Claims the enquiry whose mail has been due for longest, and schedules its next attempt before this one, so that
   * another process, or the same one after a crash, waits until then.
   * @param backoff milliseconds to the next attempt, by the number of attempts so far */
  async claimMail(backoff: (attempts: number) => number): Promise<EnquiryRecord | undefined> {
    const now = new Date()
    const due = { mail: 'waiting' as const, mailAt: { $lte: now } }
    const found = await enquiries.findOne(due, { sort: { mailAt: 1 } })
    if (!found) return
    const attempts = (found.mailAttempts ?? 0) + 1
    const claimed = await enquiries.findOneAndUpdate(
      { _id: found._id, mail: 'waiting', mailAttempts: attempts - 1 },
      { $set: { mailAttempts: attempts, mailAt: new Date(now.getTime() + backoff(attempts)) } },
      { returnDocument: 'after' },
    )
    return claimed ?? this.claimMail(backoff)
  },

  /** Ends the attempts to mail an enquiry. */
  async endMail(_id: ObjectId, mail: 'sent' | 'failed'): Promise<void> {
    await enquiries.updateOne({ _id }, { $set: { mail }, $unset: { mailAt: '' } })
  },
})
