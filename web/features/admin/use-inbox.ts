import { useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryChange,
  EnquiryStatus,
} from '../../../api/contract/enquiries'
import { longDate } from '../../../api/shared/show-dates'
import { call, callForFile } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { saveAs } from './save-as'
import { useDeleting } from './use-deleting'
import { useSaving } from './use-saving'

/** The enquiries of a box after older ones were loaded, including the first page at that time. */
interface OlderEnquiries {
  box: EnquiryBox
  enquiries: readonly Enquiry[]
  /** The cursor of the next page; undefined after the last page. */
  next: string | undefined
}

const readPage = (searchParams: Record<string, string>) =>
  call(adminApi(), 'GET /api/enquiries', { searchParams })

interface Dependencies {
  box: EnquiryBox
  /** The first page of the box. */
  page: EnquiriesResponse
  /** Called after each change, to read the first page again. */
  onChanged: () => Promise<void>
}

/** The enquiries of one box, newest first, and the actions on them. */
export function useInbox({ box, page, onChanged }: Dependencies) {
  const [loaded, setOlder] = useState<OlderEnquiries>()
  const older = loaded?.box === box ? loaded : undefined
  const { isBusy, message, save, fail } = useSaving()
  const { hidden, remove, undo, pending } = useDeleting(
    async (id) => {
      await deleteOnce(
        // `keepalive`: the page may be closed before the response arrives.
        call(adminApi(), 'DELETE /api/enquiries/{id}', { parameters: { id }, keepalive: true }),
      )
      removeLoaded(id)
      await onChanged()
    },
    (error) => fail('The enquiry could not be deleted.', error),
  )
  const next = older ? older.next : page.next
  // The pages may overlap: new enquiries and changes shift enquiries between the first page and the older ones.
  const all = new Map(
    [...(older?.enquiries ?? []), ...page.enquiries].map((enquiry) => [enquiry._id, enquiry]),
  )
  const shown = [...all.values()]
    .filter(({ _id }) => !hidden.has(_id))
    .sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))

  const removeLoaded = (id: string) =>
    setOlder(
      (before) =>
        before && { ...before, enquiries: before.enquiries.filter(({ _id }) => _id !== id) },
    )

  const mark = async (enquiry: Enquiry, status: EnquiryStatus) => {
    await save('The enquiry could not be changed.', async () => {
      const parameters = { id: enquiry._id }
      await call(adminApi(), 'PUT /api/enquiries/{id}', { parameters, json: { status } })
      removeLoaded(enquiry._id)
      await onChanged()
      return `Marked ${status}: ${enquiry.name}`
    })
  }

  const change = (enquiry: Enquiry, json: EnquiryChange) =>
    save('The enquiry could not be changed.', async () => {
      const parameters = { id: enquiry._id }
      await call(adminApi(), 'PUT /api/enquiries/{id}', { parameters, json })
      if (json.status !== enquiry.status) removeLoaded(enquiry._id)
      await onChanged()
      return `Saved: ${enquiry.name}`
    })

  const makeShow = (enquiry: Enquiry) =>
    void save('The show could not be made.', async () => {
      const options = { parameters: { id: enquiry._id }, json: { visibility: 'private' as const } }
      const { show } = await call(adminApi(), 'POST /api/enquiries/{id}/show', options)
      await onChanged()
      return `Private show: ${longDate(show.date)} at ${show.venue}`
    })

  const showOlder = () =>
    void save('Older enquiries could not be loaded.', async () => {
      const olderPage = await readPage({ status: box, before: next ?? '' })
      setOlder({ box, enquiries: [...all.values(), ...olderPage.enquiries], next: olderPage.next })
      return undefined
    })

  const exportAll = () =>
    void save('Exporting failed.', async () => {
      const csv = await callForFile(adminApi(), 'GET /api/admin/export/enquiries.csv', {})
      saveAs('enquiries.csv', csv)
      return 'Exported: enquiries.csv'
    })

  return {
    shown,
    next,
    isBusy,
    message,
    pending,
    mark,
    change,
    makeShow,
    remove,
    undo,
    showOlder,
    exportAll,
  }
}
