import { useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryChange,
  ReplyTemplate,
} from '../../../../api/contract/enquiries'
import { longDate } from '../../../../api/shared/show-dates'
import { call, callForFile } from '../../../api-client/call'
import { adminApi, withIdempotencyKey } from '../../../api-client/client'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { deleteOnce } from '../../../api-client/problem'
import { submitChange, useChanges } from '../changes/changes.store'
import { withChanges } from '../changes/waiting'
import { saveAs } from '../panel/save-as'
import { useSaving } from '../panel/use-saving'
import { waitingNotice } from '../records/record-change'
import { clearRecordKey, recordKey } from '../records/record-key'
import { statusLabels } from './enquiry-text'

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
  const { isBusy, message, save, show, clearMessages } = useSaving()
  /** The id of the enquiry that is being deleted, which is hidden at once. */
  const [deletedId, setDeletedId] = useState<string>()
  const next = older ? older.next : page.next
  // The pages may overlap: new enquiries and changes shift enquiries between the first page and the older ones.
  const all = new Map(
    [...(older?.enquiries ?? []), ...page.enquiries].map((enquiry) => [enquiry._id, enquiry]),
  )
  const { entries } = useChanges()
  const shown = withChanges([...all.values()], entries, 'enquiry')
    .filter(({ _id, waiting, status }) => _id !== deletedId && (!waiting || status === box))
    .sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))

  const removeLoaded = (id: string) =>
    setOlder(
      (before) =>
        before && { ...before, enquiries: before.enquiries.filter(({ _id }) => _id !== id) },
    )

  /** Changes an enquiry, and offers to return to its earlier status.
   * @returns whether it was stored */
  const change = async (enquiry: Enquiry, json: EnquiryChange): Promise<boolean> => {
    let isStored = false
    await save('The enquiry could not be changed.', async () => {
      const { _id: id, name, status, holdUntil, version } = enquiry
      const label = `${name}: ${json.status ? statusLabels[json.status] : 'note'}`
      const preview = { ...enquiry, ...json }
      const request = { id, body: json, version, label, preview, original: enquiry }
      const enquiryChange = { kind: 'enquiry', ...request } as const
      const changed = await submitChange<Enquiry>(enquiryChange, newIdempotencyKey()).finally(() =>
        // After a conflict, too, so that the next attempt is based on the current version.
        onChanged(),
      )
      isStored = true
      if (changed.waitingKey !== undefined) return waitingNotice(name, changed.waitingKey)
      const isMoved = json.status !== undefined && json.status !== status
      if (isMoved) removeLoaded(id)
      if (!isMoved) return `Saved: ${name}`
      const before = { status, ...(holdUntil !== undefined && { holdUntil }) }
      const undo = () => void change(changed.stored, before)
      return { text: `Marked ${json.status}: ${name}`, undo }
    })
    return isStored
  }

  const makeShow = (enquiry: Enquiry, visibility: 'draft' | 'private') =>
    void save('The show could not be made.', async () => {
      const options = { parameters: { id: enquiry._id }, json: { visibility } }
      const { show } = await call(adminApi(), 'POST /api/enquiries/{id}/show', options)
      await onChanged()
      const kind = visibility === 'draft' ? 'Draft of a show' : 'Private show'
      return `${kind}: ${longDate(show.date)} at ${show.venue}`
    })

  /** Moves an enquiry to the bin, and offers to bring it back. */
  const remove = (enquiry: Enquiry) =>
    void save('The enquiry could not be deleted.', async () => {
      const { _id: id, name } = enquiry
      setDeletedId(id)
      try {
        await deleteOnce(call(adminApi(), 'DELETE /api/enquiries/{id}', { parameters: { id } }))
        removeLoaded(id)
        await onChanged()
      } finally {
        setDeletedId(undefined)
      }
      return { text: `Deleted: ${name}`, undo: () => restore(enquiry) }
    })

  const restore = (enquiry: Enquiry) =>
    void save('The enquiry could not be restored.', async () => {
      const parameters = { id: enquiry._id }
      await call(adminApi(), 'POST /api/admin/bin/{id}/restore', { parameters })
      // The first page may not contain it.
      setOlder((before) => before && { ...before, enquiries: [...before.enquiries, enquiry] })
      await onChanged()
      return `Restored: ${enquiry.name}`
    })

  /** Sends a reply; a repeated attempt with the same text sends it once.
   * @returns whether it was sent */
  async function reply(enquiry: Enquiry, text: string): Promise<boolean> {
    let isSent = false
    await save('The reply could not be sent.', async () => {
      const key = recordKey('reply', `${enquiry._id} ${text}`)
      await call(adminApi(), 'POST /api/enquiries/{id}/reply', {
        parameters: { id: enquiry._id },
        json: { text },
        ...withIdempotencyKey(key),
      })
      isSent = true
      clearRecordKey('reply')
      if (enquiry.status === 'new') removeLoaded(enquiry._id)
      await onChanged()
      return `Sent to ${enquiry.name}`
    })
    return isSent
  }

  /** The site can't detect whether the mail program has sent the reply. */
  const remindToMark = ({ name }: Enquiry) =>
    show({
      text: `When your reply to ${name} is sent, press “Mark answered”.`,
      isHint: true,
    })

  const keepTemplates = (templates: ReplyTemplate[]) =>
    void save('The templates could not be saved.', async () => {
      await call(adminApi(), 'PUT /api/admin/reply-templates', { json: { templates } })
      await onChanged()
      return 'Saved: the templates'
    })

  const showOlder = () =>
    void save('Older enquiries could not be loaded.', async () => {
      const olderPage = await readPage({ status: box, before: next ?? '' })
      setOlder({ box, enquiries: [...all.values(), ...olderPage.enquiries], next: olderPage.next })
      return undefined
    })

  const exportAs = (name: 'enquiries' | 'owed') =>
    void save('Exporting failed.', async () => {
      const csv = await callForFile(adminApi(), `GET /api/admin/export/${name}.csv`, {})
      saveAs(`${name}.csv`, csv)
      return `Exported: ${name}.csv`
    })

  return {
    shown,
    next,
    isBusy,
    message,
    change,
    makeShow,
    reply,
    remindToMark,
    keepTemplates,
    remove,
    showOlder,
    exportAs,
    clearMessages,
  }
}
