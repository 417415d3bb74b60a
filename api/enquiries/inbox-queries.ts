import { ObjectId } from 'mongodb'
import { EnquiryBox, enquiriesPerPage } from '../contract/enquiries'
import { boxOf } from '../shared/enquiry-box'
import { isFoundBy } from '../shared/enquiry-search'
import { type Enquiries, type EnquiryRecord, genuine, notSpam } from './enquiry-record'

/** The last enquiry before a page of enquiries. */
interface Cursor {
  receivedAt: Date
  _id: ObjectId
}

const inBox = (box: EnquiryBox) => {
  if (box === 'spam') return { $nor: [notSpam] }
  if (box === 'unsure') return { ...notSpam, isUnsure: true } as const
  return { ...genuine, status: box }
}

/** Serialises the cursor after an enquiry. */
const cursorAfter = ({ receivedAt, _id }: EnquiryRecord) =>
  `${receivedAt.getTime()}-${_id.toHexString()}`

/** Parses a cursor; undefined if the text is not one. */
export function cursorOf(text: string): Cursor | undefined {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(text) ?? []
  return time && id ? { receivedAt: new Date(Number(time)), _id: new ObjectId(id) } : undefined
}

/** Which enquiries are on a page. */
interface PageOptions {
  /** Undefined for all boxes. */
  box: EnquiryBox | undefined
  /** Words that they contain; empty for any. */
  find: string
  /** The cursor at which the page begins; undefined for the newest. */
  before: Cursor | undefined
}

/** Queries for the band's inbox. */
export const inboxOf = (enquiries: Enquiries) => ({
  /** A page of enquiries, newest first. */
  async page({ box, find, before }: PageOptions) {
    const filter = {
      ...(box && inBox(box)),
      ...(before && {
        $or: [
          { receivedAt: { $lt: before.receivedAt } },
          { receivedAt: before.receivedAt, _id: { $lt: before._id } },
        ],
      }),
    }
    const inOrder = enquiries.find(filter).sort({ receivedAt: -1, _id: -1 })
    const found: EnquiryRecord[] = []
    // Searched here, because MongoDB's regular expressions do not ignore accents.
    for await (const record of inOrder.batchSize(enquiriesPerPage + 1)) {
      if (find === '' || isFoundBy(find, record)) found.push(record)
      if (found.length > enquiriesPerPage) break
    }
    const records = found.slice(0, enquiriesPerPage)
    const last = records.at(-1)
    const hasMore = found.length > records.length
    return { records, next: hasMore && last ? cursorAfter(last) : undefined }
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
