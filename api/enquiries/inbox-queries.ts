import type { Static } from '@sinclair/typebox'
import { ObjectId } from 'mongodb'
import { type EnquiriesQuery, EnquiryBox, enquiriesPerPage } from '../contract/enquiries'
import { invalidField } from '../http/problem'
import { boxOf } from '../shared/enquiry-box'
import { isFoundBy } from '../shared/enquiry-search'
import { type Enquiries, type EnquiryRecord, genuine, notSpam } from './enquiry-record'

const inBox = (box: EnquiryBox) => {
  if (box === 'spam') return { $nor: [notSpam] }
  if (box === 'unsure') return { ...notSpam, isUnsure: true } as const
  return { ...genuine, status: box }
}

/** Serialises the cursor after an enquiry. */
const cursorAfter = ({ receivedAt, _id }: EnquiryRecord) =>
  `${receivedAt.getTime()}-${_id.toHexString()}`

/** The enquiries after a cursor.
 * @throws Problem 422 if the text is not one */
function after(text: string) {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(text) ?? []
  if (!time || !id) throw invalidField('before', 'This must be the `next` of an earlier page.')
  const receivedAt = new Date(Number(time))
  return {
    $or: [{ receivedAt: { $lt: receivedAt } }, { receivedAt, _id: { $lt: new ObjectId(id) } }],
  }
}

/** Queries for the band's inbox. */
export const inboxOf = (enquiries: Enquiries) => ({
  /** A page of enquiries, newest first. */
  async page({ status: box, find, before }: Static<typeof EnquiriesQuery>) {
    const filter = { ...(box && inBox(box)), ...(before !== undefined && after(before)) }
    const inOrder = enquiries.find(filter).sort({ receivedAt: -1, _id: -1 })
    const found: EnquiryRecord[] = []
    // Searched here, because MongoDB's regular expressions do not ignore accents.
    for await (const record of inOrder.batchSize(enquiriesPerPage + 1)) {
      if (!find || isFoundBy(find, record)) found.push(record)
      if (found.length > enquiriesPerPage) break
    }
    const records = found.slice(0, enquiriesPerPage)
    const last = found.length > records.length ? records.at(-1) : undefined
    return { records, next: last && cursorAfter(last) }
  },

  /** The number of enquiries in each box. */
  async counts(): Promise<Record<EnquiryBox, number>> {
    const counts = Object.fromEntries(EnquiryBox.anyOf.map(({ const: box }) => [box, 0])) as Record<
      EnquiryBox,
      number
    >
    const groups = enquiries.aggregate<{
      _id: Pick<EnquiryRecord, 'isSpam' | 'isUnsure' | 'status'>
      count: number
    }>([
      {
        $group: {
          _id: {
            isSpam: { $or: ['$isSpam', { $gt: ['$spamSince', null] }] },
            isUnsure: '$isUnsure',
            status: '$status',
          },
          count: { $sum: 1 },
        },
      },
    ])
    for await (const { _id, count } of groups) counts[boxOf(_id as EnquiryRecord)] += count
    return counts
  },
})
