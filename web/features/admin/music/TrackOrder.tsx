import { useState } from 'react'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import type { ListedTrack } from '../../../api-client/lists'
import { conflictOf } from '../../../api-client/problem'
import { Button } from '../../../ui/Button'
import { submitChange } from '../changes/changes.store'
import { FormNotice } from '../panel/FormFoot'
import { Actions, SideNote } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'

interface TrackOrderProps {
  tracks: readonly ListedTrack[]
  /** Called after the order was saved, or editing was cancelled. */
  onDone: () => void
}

/** The tracks in the order in which visitors see them, to be changed. */
export function TrackOrder({ tracks, onDone }: TrackOrderProps) {
  const reload = useReload()
  const [ids, setIds] = useState<readonly string[]>([])
  const items = inOrder(tracks, ids)
  /** The version of the order that the person has seen. */
  const [version, setVersion] = useState(
    () => tracks.find(({ orderVersion }) => orderVersion !== undefined)?.orderVersion,
  )
  const { isBusy, message, save } = useSaving()

  const store = () =>
    void save('The order could not be saved.', async () => {
      const body = { ids: items.map(({ _id }) => _id) }
      const label = 'The order of the tracks'
      const preview = { ...body, names: items.map(({ name }) => name) }
      const change = { kind: 'track order', id: 'order', version, body, label, preview } as const
      try {
        await submitChange(change, newIdempotencyKey())
      } catch (error) {
        // The notice says that somebody else has changed the order. The next attempt replaces theirs.
        const conflict = conflictOf<{ version: number }>(error)
        if (conflict?.kind === 'changed') setVersion(conflict.current.version)
        throw error
      }
      await reload()
      onDone()
      return undefined
    })

  return (
    <>
      <SideNote>The first track is the large record on the home page.</SideNote>
      <SortableList
        items={items}
        nameOf={({ name }) => name}
        renderHead={({ name, artist }) => (
          <span>
            {name} <small>{artist}</small>
          </span>
        )}
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
function inOrder(tracks: readonly ListedTrack[], ids: readonly string[]): ListedTrack[] {
  const chosen = ids.flatMap((id) => tracks.find(({ _id }) => _id === id) ?? [])
  return [...chosen, ...tracks.filter((track) => !chosen.includes(track))]
}
