import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BinItem } from '../../../../api/contract/bin'
import { adminPaths } from '../../../../api/shared/admin-map'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { callAdmin } from '../../../api-client/call'
import { deleteOnce } from '../../../api-client/problem'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { DescribedList } from '../panel/DescribedList'
import { RecordNotice } from '../panel/FormFoot'
import { moment } from '../panel/moment'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { useRecordTab } from '../records/record-tab.store'
import { notInBin, restoreFromBin } from '../records/restore-from-bin'
import { revealRow } from '../records/use-list-scroll'

/** The deleted records, which can be restored for 30 days. */
export function BinSection({ bin }: { bin: readonly BinItem[] }) {
  const navigate = useNavigate()
  const reload = useReload()
  const { isBusy, message, save, clearMessages } = useSaving()
  const [itemToDelete, setItemToDelete] = useState<BinItem>()

  /** Opens a restored show or enquiry, or the list with the restored track or song. */
  async function open({ _id, kind }: BinItem) {
    if (kind === 'track') useRecordTab.getState().choose('Music')
    await navigate(
      {
        show: { to: pages.admin.path, hash: showHash(_id) },
        track: { to: pages.admin.path },
        song: { to: adminPaths.songs },
        enquiry: { to: adminPaths.enquiries, search: { enquiry: _id } },
      }[kind],
    )
    if (kind === 'track' || kind === 'song') revealRow(_id)
  }

  const restore = (item: BinItem) =>
    void save('It could not be restored.', async () => {
      const body = await restoreFromBin(item._id)
      await reload()
      if (!body) return notInBin(item.label)
      return {
        text: `Restored: ${item.label}`,
        next: { label: 'Open', run: () => void open(item) },
      }
    })

  const removeForGood = ({ _id: id, label }: BinItem) =>
    void save('It could not be deleted.', async () => {
      await deleteOnce(callAdmin('DELETE /api/admin/bin/{id}', { parameters: { id } }))
      await reload()
      return `Deleted for good: ${label}`
    })

  return (
    <>
      <p>{bin.length === 0 ? 'The bin is empty.' : 'Deleted items can be restored for 30 days.'}</p>
      <DescribedList
        items={bin}
        textOf={({ label, kind, deletedAt, deletedBy }) => (
          <>
            {label} · {kind}, deleted <time dateTime={deletedAt}>{moment(deletedAt)}</time>
            {deletedBy && ` on “${deletedBy}”`}
          </>
        )}
        actionsOf={(item) => [
          ['Restore', () => restore(item)],
          ['Delete for good', () => setItemToDelete(item)],
        ]}
        isBusy={isBusy}
      />
      <RecordNotice message={message} onClose={clearMessages} />
      {itemToDelete && (
        <ConfirmDialog
          title="Delete this for good?"
          text={`“${itemToDelete.label}” can’t be restored afterwards.`}
          confirm="Delete for good"
          onClose={() => setItemToDelete(undefined)}
          onConfirm={() => removeForGood(itemToDelete)}
        />
      )}
    </>
  )
}
