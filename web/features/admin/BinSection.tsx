import { useState } from 'react'
import type { BinItem } from '../../../api/contract/bin'
import { call } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import styles from './AccountPanel.module.css'
import { FormNotice } from './FormFoot'
import { moment } from './moment'
import { Actions, Section } from './Panel'
import { useSaving } from './use-saving'

interface BinSectionProps {
  items: readonly BinItem[]
  /** Called after each change, to read the bin again. */
  onChanged: () => Promise<void>
}

/** The deleted shows, tracks and enquiries, which can be restored for 30 days. */
export function BinSection({ items, onChanged }: BinSectionProps) {
  const { isBusy, message, save } = useSaving()
  const [itemToDelete, setItemToDelete] = useState<BinItem>()

  const restore = ({ _id: id, label }: BinItem) =>
    void save('It could not be restored.', async () => {
      await call(adminApi(), 'POST /api/admin/bin/{id}/restore', { parameters: { id } })
      await onChanged()
      return `Restored: ${label}`
    })

  function removeForGood({ _id: id, label }: BinItem) {
    setItemToDelete(undefined)
    void save('It could not be deleted.', async () => {
      await deleteOnce(call(adminApi(), 'DELETE /api/admin/bin/{id}', { parameters: { id } }))
      await onChanged()
      return `Deleted for good: ${label}`
    })
  }

  return (
    <Section id="bin" title="Bin">
      <p>
        {items.length === 0 ? 'The bin is empty.' : 'Deleted items can be restored for 30 days.'}
      </p>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item._id}>
            <p id={`bin-${item._id}`}>
              {item.label} · {item.kind}, deleted{' '}
              <time dateTime={item.deletedAt}>{moment(item.deletedAt)}</time>
              {item.deletedBy && ` on “${item.deletedBy}”`}
            </p>
            <Actions>
              <Button
                variant="quiet"
                aria-describedby={`bin-${item._id}`}
                aria-disabled={isBusy}
                onClick={() => restore(item)}
              >
                Restore
              </Button>
              <Button
                variant="quiet"
                aria-describedby={`bin-${item._id}`}
                aria-disabled={isBusy}
                onClick={() => setItemToDelete(item)}
              >
                Delete for good
              </Button>
            </Actions>
          </li>
        ))}
      </ul>
      <FormNotice message={message} />
      {itemToDelete && (
        <ConfirmDialog
          title="Delete this for good?"
          text={`“${itemToDelete.label}” can’t be restored afterwards.`}
          confirm="Delete for good"
          onCancel={() => setItemToDelete(undefined)}
          onConfirm={() => removeForGood(itemToDelete)}
        />
      )}
    </Section>
  )
}
