import { useState } from 'react'
import type { AdminTrack } from '../../../api/contract/music'
import { newIdempotencyKey } from '../../api-client/idempotency-key'
import { Button } from '../../ui/Button'
import { submitChange } from './changes.store'
import { FormNotice } from './FormFoot'
import { Actions, SideNote } from './Panel'
import { SortableList } from './SortableList'
import { useSaving } from './use-saving'

interface TrackOrderProps {
  tracks: readonly AdminTrack[]
  /** Called after the order was saved, or editing was cancelled. */
  onDone: () => void
  onChanged: () => Promise<void>
}

/** The tracks in the order in which visitors see them, to be changed. */
export function TrackOrder({ tracks, onDone, onChanged }: TrackOrderProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  const items = inOrder(tracks, ids)
  const { isBusy, message, save } = useSaving()

  const store = () =>
    void save('The order could not be saved.', async () => {
      const body = { ids: items.map(({ _id }) => _id) }
      const label = 'The order of the tracks'
      const change = { kind: 'track order', id: 'order', body, label, preview: body } as const
      await submitChange(change, newIdempotencyKey())
      await onChanged()
      onDone()
      return undefined
    })

  return (
    <>
      <SideNote>The first track is the large record on the home page.</SideNote>
      <SortableList
        items={items}
        nameOf={({ name }) => name}
        onChange={(changed) => setIds(changed.map(({ _id }) => _id))}
      />
      <Actions>
        <Button onClick={store} aria-disabled={isBusy}>
          Save order
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </Actions>
      <FormNotice message={message} />
    </>
  )
}

/** Tracks in a chosen order; those that were added since come last. */
function inOrder(tracks: readonly AdminTrack[], ids: readonly string[]): AdminTrack[] {
  const chosen = ids.flatMap((id) => tracks.find(({ _id }) => _id === id) ?? [])
  return [...chosen, ...tracks.filter((track) => !chosen.includes(track))]
}
