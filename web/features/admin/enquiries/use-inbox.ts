import { useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryChange,
  ShowOfEnquiry,
} from '../../../../api/contract/enquiries'
import { compareTexts } from '../../../../api/shared/compare-texts'
import { boxOf } from '../../../../api/shared/enquiry-box'
import { longDate } from '../../../../api/shared/show-dates'
import { callAdmin } from '../../../api-client/call'
import { conflictOf, deleteOnce } from '../../../api-client/problem'
import { deleteWithChanges, submitChange, useChanges } from '../changes/changes.store'
import { withChanges } from '../changes/waiting'
import { saveExport } from '../panel/save-export'
import { useReload } from '../panel/use-reload'
import { type Saving, useSaving } from '../panel/use-saving'
import { waitingNotice } from '../records/record-change'
import { notInBin, restoreFromBin } from '../records/restore-from-bin'
import { afterChange, boxLabels, changeBackTo } from './enquiry-text'
import { type InboxQuery, isIn, useEnquiryPages } from './use-enquiry-pages'
import { dropReply, useReplies } from './use-replies'

interface Dependencies {
  query: InboxQuery
  /** The first page of the query. */
  page: EnquiriesResponse
  onOpenShow: (id: string) => void
  /** Opens an enquiry in the box that contains it. */
  onOpenEnquiry: (id: string) => void
}

/** The enquiries of one box or a search, newest first, and the actions on them. */
export function useInbox({ query, page, onOpenShow, onOpenEnquiry }: Dependencies) {
  const reload = useReload()
  const pages = useEnquiryPages(query, page)
  const saving = useSaving()
  const { isBusy, message, save, show, clearMessages } = saving
  const { deletedId, remove } = useEnquiryRemoval(saving, pages)
  const { entries } = useChanges()
  const shown = withChanges(pages.enquiries, entries, 'enquiry')
    .filter(
      // Those without a change of this device are as the site has sent them.
      (enquiry) =>
        enquiry._id !== deletedId && (pages.enquiries.includes(enquiry) || isIn(query, enquiry)),
    )
    .sort((one, other) => compareTexts(other.receivedAt, one.receivedAt))

  /** Changes an enquiry, and offers to return to its earlier status if that has changed.
   * @param isReplySent whether the draft of a reply is deleted, because it was sent
   * @returns whether it was stored */
  const change = (
    enquiry: Enquiry,
    json: EnquiryChange,
    isReplySent = json.status === 'answered',
  ) =>
    save('The enquiry could not be changed.', async () => {
      const { _id: id, name, version } = enquiry
      const preview = afterChange(enquiry, json)
      const subject = json.date === undefined ? 'note' : 'date and place'
      const label = `${name}: ${boxOf(preview) === boxOf(enquiry) ? subject : boxLabels[boxOf(preview)]}`
      const request = { id, body: json, version, label, preview, original: enquiry }
      const changed = await submitChange<Enquiry>({ kind: 'enquiry', ...request })
        .catch((error: unknown) => {
          const found = conflictOf<Enquiry>(error)
          if (found?.kind === 'changed') pages.updateOlder(found.current)
          if (found?.kind === 'deleted') pages.removeFromOlder(id)
          throw error
        })
        // After a conflict, too, so that the next attempt is based on the current version.
        .finally(() => reload())
      const bringReplyBack = dropReply(enquiry, isReplySent)
      if (changed.waitingKey !== undefined)
        return undoneWith(bringReplyBack, waitingNotice(name, changed))
      pages.updateOlder(changed.stored)
      if (boxOf(preview) === boxOf(enquiry)) return `Saved: ${name}`
      const back = changeBackTo(enquiry)
      return {
        text: `Marked ${boxLabelAfter(enquiry, json)}: ${name}`,
        ...(!isIn(query, preview) && { next: { label: 'Open', run: () => onOpenEnquiry(id) } }),
        ...(back &&
          undoneWith(bringReplyBack, { undo: () => void change(changed.stored, back, false) })),
      }
    })

  /** @returns whether the show was made */
  const makeShow = (enquiry: Enquiry, json: ShowOfEnquiry): Promise<boolean> =>
    save('The show could not be made.', async () => {
      const options = { parameters: { id: enquiry._id }, json }
      const { show } = await callAdmin('POST /api/enquiries/{id}/show', options)
      await reload()
      const kind = json.visibility === 'draft' ? 'Draft of a show' : 'Private show'
      return {
        text: `${kind}: ${longDate(show.date)} at ${show.venue}`,
        next: { label: 'Open the show', run: () => onOpenShow(show._id) },
      }
    })

  /** Offers to set the status when a reply is sent: the site can't detect whether another program has done so.
   * @param json the change to make then */
  function remindToMark(enquiry: Enquiry, json: EnquiryChange) {
    if (json.status === enquiry.status) return
    const status = boxLabelAfter(enquiry, json)
    show({
      text: `When your reply to ${enquiry.name} is sent, mark the enquiry ${status}.`,
      next: { label: `Mark ${status}`, run: () => void change(enquiry, json, true) },
    })
  }

  const replies = useReplies(saving, pages.updateOlder)

  const showOlder = () => void save('Older enquiries could not be loaded.', pages.loadOlder)

  return {
    shown,
    next: pages.next,
    isBusy,
    message,
    change,
    makeShow,
    ...replies,
    remindToMark,
    remove,
    showOlder,
    exportAll: () => void save('Exporting failed.', () => saveExport('enquiries.csv')),
    clearMessages,
  }
}

/** Deletes enquiries, and offers to restore them. */
function useEnquiryRemoval({ saveFromList }: Saving, pages: ReturnType<typeof useEnquiryPages>) {
  const reload = useReload()
  /** The id of the enquiry that is being deleted, which is hidden at once. */
  const [deletedId, setDeletedId] = useState<string>()

  /** Moves an enquiry to the bin, and offers to bring it back. */
  const remove = (enquiry: Enquiry) =>
    void saveFromList('The enquiry could not be deleted.', async () => {
      const { _id: id, name } = enquiry
      setDeletedId(id)
      try {
        const { bringChangesBack } = await deleteWithChanges({ kind: 'enquiry', id }, () =>
          deleteOnce(callAdmin('DELETE /api/enquiries/{id}', { parameters: { id } })),
        )
        pages.removeFromOlder(id)
        await reload()
        return { text: `Deleted: ${name}`, undo: () => restore(enquiry, bringChangesBack) }
      } finally {
        setDeletedId(undefined)
      }
    })

  /** @param bringChangesBack puts the unsent changes back */
  const restore = (enquiry: Enquiry, bringChangesBack: () => Promise<void>) =>
    void saveFromList('The enquiry could not be restored.', async () => {
      const body = await restoreFromBin(enquiry._id)
      if (body) {
        pages.updateOlder(enquiry)
        await bringChangesBack()
      }
      await reload()
      return body ? `Restored: ${enquiry.name}` : notInBin(enquiry.name)
    })

  return { deletedId, remove }
}

/** The label of an enquiry's box after a change, in lower case. */
const boxLabelAfter = (enquiry: Enquiry, change: EnquiryChange) =>
  boxLabels[boxOf(afterChange(enquiry, change))].toLowerCase()

/** A notice whose undo also calls a function. */
const undoneWith = <Kind extends { undo: () => void }>(also: () => void, notice: Kind): Kind => ({
  ...notice,
  undo() {
    also()
    notice.undo()
  },
})
