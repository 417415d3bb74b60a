import { useState } from 'react'
import type { EnquiriesResponse, Enquiry, EnquiryBox } from '../../../../api/contract/enquiries'
import { boxOf } from '../../../../api/shared/enquiry-box'
import { isFoundBy } from '../../../../api/shared/enquiry-search'
import { callAdmin } from '../../../api-client/call'

/** Which enquiries the inbox shows: those of a box, or those that contain the words of a search. */
export type InboxQuery = { status: EnquiryBox } | { find: string }

/** Whether the inbox shows an enquiry for a query. */
export const isIn = (query: InboxQuery, enquiry: Enquiry) =>
  'find' in query ? isFoundBy(query.find, enquiry) : boxOf(enquiry) === query.status

/** The enquiries of a query after older ones were loaded, including the first page at that time. */
interface OlderEnquiries {
  query: InboxQuery
  enquiries: readonly Enquiry[]
  /** The cursor of the next page; undefined after the last page. */
  next: string | undefined
}

/** The enquiries of a query: its first page, and the older ones that were loaded. */
export function useEnquiryPages(query: InboxQuery, page: EnquiriesResponse) {
  const [loaded, setLoaded] = useState<OlderEnquiries>()
  const isSame = loaded && JSON.stringify(loaded.query) === JSON.stringify(query)
  const older = isSame ? loaded : undefined
  // The pages may overlap: new enquiries and changes shift enquiries between the first page and the older ones.
  const byId = new Map(
    [...(older?.enquiries ?? []), ...page.enquiries].map((enquiry) => [enquiry._id, enquiry]),
  )
  const enquiries = [...byId.values()]
  const next = older ? older.next : page.next

  const replaceOlder = (id: string, ...stored: readonly Enquiry[]) =>
    setLoaded((before) => {
      if (!before) return
      const others = before.enquiries.filter(({ _id }) => _id !== id)
      const own = stored.filter((enquiry) => isIn(before.query, enquiry))
      return { ...before, enquiries: [...others, ...own] }
    })

  return {
    enquiries,
    /** The cursor of the next page; undefined after the last page. */
    next,
    async loadOlder(): Promise<undefined> {
      const searchParams = { ...query, before: next ?? '' }
      const nextPage = await callAdmin('GET /api/enquiries', { searchParams })
      setLoaded({ query, enquiries: [...enquiries, ...nextPage.enquiries], next: nextPage.next })
    },
    /** Adds or replaces an enquiry in the older pages, or removes it if it does not belong to their query any more. A reload
     * updates the first page. */
    updateOlder: (enquiry: Enquiry) => replaceOlder(enquiry._id, enquiry),
    /** Removes an enquiry from the older ones; the first page loses it by a reload. */
    removeFromOlder: (id: string) => replaceOlder(id),
  }
}
