import { useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryChange,
  ReplyTemplate,
  ShowOfEnquiry,
} from '../../../../api/contract/enquiries'
import { boxOf } from '../../../../api/shared/enquiry-box'
import { longDate } from '../../../../api/shared/show-dates'
import { callAdmin, callForFile } from '../../../api-client/call'
import { withIdempotencyKey } from '../../../api-client/client'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { deleteOnce } from '../../../api-client/problem'
import { submitChange, useChanges } from '../changes/changes.store'
import { withChanges } from '../changes/waiting'
import { saveAs } from '../panel/save-as'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { waitingNotice } from '../records/record-change'
import { clearRecordKey, recordKey } from '../records/record-key'
import { notInBin, restoreFromBin } from '../records/restore-from-bin'
import { afterChange, boxLabels, changeBackTo, statusAfterReply } from './enquiry-text'

/** Which enquiries the inbox shows: those of a box, or those that contain the words of a search. */
export type InboxQuery = { status: EnquiryBox } | { find: string }

/** The enquiries of a query after older ones were loaded, including the first page at that time. */
interface OlderEnquiries {
  /** The box or the words. */
  queryKey: string
  enquiries: readonly Enquiry[]
  /** The cursor of the next page; undefined after the last page. */
  next: string | undefined
}

/** Whether the inbox shows an enquiry for a query. */
export const isIn = (query: InboxQuery, enquiry: Enquiry) =>
  'find' in query || boxOf(enquiry) === query.status

const readPage = (searchParams: Record<string, string>) =>
  callAdmin('GET /api/enquiries', { searchParams })

interface Dependencies {
  query: InboxQuery
  /** The first page of the query. */
  page: EnquiriesResponse
  onOpenShow: (id: string) => void
}

/** The enquiries of one box or a search, newest first, and the actions on them. */
export function useInbox({ query, page, onOpenShow }: Dependencies) {
  const reload = useReload()
  const [loaded, setOlder] = useState<OlderEnquiries>()
  const queryKey = Object.values(query).join()
  const older = loaded?.queryKey === queryKey ? loaded : undefined
  const { isBusy, message, save, saveFromList, show, clearMessages } = useSaving()
  /** The id of the enquiry that is being deleted, which is hidden at once. */
  const [deletedId, setDeletedId] = useState<string>()
  const next = older ? older.next : page.next
  // The pages may overlap: new enquiries and changes shift enquiries between the first page and the older ones.
  const all = new Map(
    [...(older?.enquiries ?? []), ...page.enquiries].map((enquiry) => [enquiry._id, enquiry]),
  )
  const { entries } = useChanges()
  const shown = withChanges([...all.values()], entries, 'enquiry')
    .filter((enquiry) => enquiry._id !== deletedId && (!enquiry.waiting || isIn(query, enquiry)))
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
      const { _id: id, name, version } = enquiry
      const preview = afterChange(enquiry, json)
      const label = `${name}: ${boxOf(preview) === boxOf(enquiry) ? 'note' : boxLabels[boxOf(preview)]}`
      const request = { id, body: json, version, label, preview, original: enquiry }
      const enquiryChange = { kind: 'enquiry', ...request } as const
      const changed = await submitChange<Enquiry>(enquiryChange, newIdempotencyKey()).finally(() =>
        // After a conflict, too, so that the next attempt is based on the current version.
        reload(),
      )
      isStored = true
      if (changed.waitingKey !== undefined) return waitingNotice(name, changed.waitingKey)
      if (!isIn(query, preview)) removeLoaded(id)
      if (boxOf(preview) === boxOf(enquiry)) return `Saved: ${name}`
      const back = changeBackTo(enquiry)
      return {
        text: `Marked ${boxLabels[boxOf(preview)].toLowerCase()}: ${name}`,
        ...(back && { undo: () => void change(changed.stored, back) }),
      }
    })
    return isStored
  }

  /** @returns whether the show was made */
  const makeShow = async (enquiry: Enquiry, json: ShowOfEnquiry): Promise<boolean> => {
    let isMade = false
    await save('The show could not be made.', async () => {
      const options = { parameters: { id: enquiry._id }, json }
      const { show } = await callAdmin('POST /api/enquiries/{id}/show', options)
      isMade = true
      await reload()
      const kind = json.visibility === 'draft' ? 'Draft of a show' : 'Private show'
      return {
        text: `${kind}: ${longDate(show.date)} at ${show.venue}`,
        next: { label: 'Open the show', run: () => onOpenShow(show._id) },
      }
    })
    return isMade
  }

  /** Moves an enquiry to the bin, and offers to bring it back. */
  const remove = (enquiry: Enquiry) =>
    void saveFromList('The enquiry could not be deleted.', async () => {
      const { _id: id, name } = enquiry
      setDeletedId(id)
      try {
        await deleteOnce(callAdmin('DELETE /api/enquiries/{id}', { parameters: { id } }))
        removeLoaded(id)
        await reload()
      } finally {
        setDeletedId(undefined)
      }
      return { text: `Deleted: ${name}`, undo: () => restore(enquiry) }
    })

  const restore = (enquiry: Enquiry) =>
    void saveFromList('The enquiry could not be restored.', async () => {
      const body = await restoreFromBin(enquiry._id)
      // The first page may not contain it.
      if (body)
        setOlder((before) => before && { ...before, enquiries: [...before.enquiries, enquiry] })
      await reload()
      if (!body) return notInBin(enquiry.name)
      return `Restored: ${enquiry.name}`
    })

  /** Sends a reply; a repeated attempt with the same text sends it once.
   * @returns whether it was sent */
  async function reply(enquiry: Enquiry, text: string): Promise<boolean> {
    let isSent = false
    await save('The reply could not be sent.', async () => {
      const key = recordKey('reply', `${enquiry._id} ${text}`)
      await callAdmin('POST /api/enquiries/{id}/reply', {
        parameters: { id: enquiry._id },
        json: { text },
        ...withIdempotencyKey(key),
      })
      isSent = true
      clearRecordKey('reply')
      if (!isIn(query, afterChange(enquiry, statusAfterReply(enquiry)))) removeLoaded(enquiry._id)
      await reload()
      return `Sent to ${enquiry.name}`
    })
    return isSent
  }

  /** The site can't detect whether the mail program has sent the reply. */
  const remindToMark = (enquiry: Enquiry) =>
    show({
      text: `When your reply to ${enquiry.name} is sent, mark it answered.`,
      next: { label: 'Mark answered', run: () => void change(enquiry, { status: 'answered' }) },
    })

  const keepTemplates = (templates: ReplyTemplate[]) =>
    void save('The templates could not be saved.', async () => {
      await callAdmin('PUT /api/admin/reply-templates', { json: { templates } })
      await reload()
      return 'Saved: the templates'
    })

  const showOlder = () =>
    void save('Older enquiries could not be loaded.', async () => {
      const olderPage = await readPage({ ...query, before: next ?? '' })
      setOlder({
        queryKey,
        enquiries: [...all.values(), ...olderPage.enquiries],
        next: olderPage.next,
      })
      return undefined
    })

  const exportAs = (name: 'enquiries' | 'owed') =>
    void save('Exporting failed.', async () => {
      const csv = await callForFile(`GET /api/admin/export/${name}.csv`, {})
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
