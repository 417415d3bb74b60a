import { useEffect, useRef, useState } from 'react'
import type { ListedTrack } from '../../../api-client/lists'
import { conflictOf } from '../../../api-client/problem'
import { submitChange } from '../changes/changes.store'
import { useReload } from '../panel/use-reload'
import type { Saving } from '../panel/use-saving'
import { useStoredDraft } from '../records/draft-storage'
import { waitingNotice } from '../records/record-change'

interface OrderDraft {
  ids: readonly string[]
  /** The version of the order that the person has seen. */
  version: number | undefined
}

const name = 'the order of the tracks'

/** The ids of the elements that get the focus when the order is opened and closed. */
export const focusIds = { open: 'track-order', closed: 'change-track-order' }

const versionIn = (tracks: readonly ListedTrack[]) =>
  tracks.find(({ orderVersion }) => orderVersion !== undefined)?.orderVersion

/** Edits the order of the tracks. The draft stays until it is saved or cancelled. */
export function useTrackOrder(
  tracks: readonly ListedTrack[],
  { isBusy, saveFromList }: Pick<Saving, 'isBusy' | 'saveFromList'>,
) {
  const reload = useReload()
  const [draft, setDraft] = useStoredDraft<OrderDraft | undefined>('track order', undefined)
  const [isOpen, setOpen] = useState(draft !== undefined)
  const [seenVersion, setSeenVersion] = useState(versionIn(tracks))
  const items = inOrder(tracks, draft?.ids ?? [])
  const version = draft ? draft.version : seenVersion

  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    document.getElementById(isOpen ? focusIds.open : focusIds.closed)?.focus()
  }, [isOpen])

  function close() {
    setDraft(undefined)
    setOpen(false)
  }

  async function send(ordered: readonly ListedTrack[], base: number | undefined) {
    const body = { ids: ordered.map(({ _id }) => _id) }
    const sent = await submitChange<{ version?: number }>({
      kind: 'track order',
      id: 'order',
      version: base,
      label: 'The order of the tracks',
      body,
      preview: { ...body, names: ordered.map((track) => track.name) },
    })
    await reload()
    return sent
  }

  const undo = (before: readonly ListedTrack[], base: number) =>
    void saveFromList('The order could not be changed back.', async () => {
      const sent = await send(before, base)
      return sent.waitingKey === undefined ? `Restored: ${name}` : waitingNotice(name, sent)
    })

  return {
    items,
    isOpen,
    isBusy,
    open() {
      setSeenVersion(versionIn(tracks))
      setOpen(true)
    },
    cancel: () => !isBusy && close(),
    change: (changed: readonly ListedTrack[]) =>
      setDraft({ ids: changed.map(({ _id }) => _id), version }),
    save: () =>
      void saveFromList('The order could not be saved.', async () => {
        try {
          const sent = await send(items, version)
          close()
          if (sent.waitingKey !== undefined) return waitingNotice(name, sent)
          const { version: saved } = sent.stored
          const back = saved === undefined ? {} : { undo: () => undo(tracks, saved) }
          return { text: `Saved: ${name}`, ...back, isPassing: true }
        } catch (error) {
          // The notice says that somebody else has changed the order. The next attempt replaces theirs.
          const conflict = conflictOf<{ version: number }>(error)
          if (conflict?.kind === 'changed')
            setDraft({ ids: items.map(({ _id }) => _id), version: conflict.current.version })
          throw error
        }
      }),
  }
}

/** Tracks in a chosen order; those that were added since come last. */
function inOrder(tracks: readonly ListedTrack[], ids: readonly string[]): ListedTrack[] {
  const chosen = ids.flatMap((id) => tracks.find(({ _id }) => _id === id) ?? [])
  return [...chosen, ...tracks.filter((track) => !chosen.includes(track))]
}
