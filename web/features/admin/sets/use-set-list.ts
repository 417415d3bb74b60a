import { useEffect, useState } from 'react'
import { conflictOf } from '../../../api-client/problem'
import { setBusy } from '../../../installation/busy.store'
import { withStoredIds } from '../../../offline/change-edits'
import { previewOf } from '../../../offline/record-merge'
import { type Submitted, submitChange, useChanges } from '../changes/changes.store'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { isStoredDraft, setListDraft, storedDraft, useStoredDraft } from '../records/draft-storage'
import { type ListedShow, nameOfShow } from '../records/drafts.store'
import { waitingNotice } from '../records/record-change'
import type { SetList } from './set-list'

interface SetListDraft {
  sets: SetList
  /** The show whose set list it replaces; its other fields are sent with each write. */
  base: ListedShow
}

/** The set list of a show as it is edited, which stays typed until it is saved. */
export function useSetList(show: ListedShow) {
  const reload = useReload()
  const draftName = setListDraft(show._id)
  const [draft, setDraft] = useStoredDraft<SetListDraft | undefined>(draftName, undefined)
  const { sets: typed, base: stored } = draft ?? { sets: setsOf(show), base: show }
  const { entries } = useChanges()
  // A song that was added without signal may have been sent since.
  const sets = withStoredIds(entries, typed)
  const { isBusy, problem, notice, save, show: showMessage, clearMessages } = useSaving()
  /** Whether the draft of an earlier visit is still open. */
  const [isFromEarlierVisit, setFromEarlierVisit] = useState(draft !== undefined)
  /** The stored show, if somebody else has changed its set list. */
  const [theirs, setTheirs] = useState<ListedShow>()
  useEffect(() => {
    setBusy('set list', draft !== undefined)
    if (draft === undefined) setFromEarlierVisit(false)
    return () => setBusy('set list', false)
  }, [draft])

  function replace(changed: SetList) {
    clearMessages()
    const isAsStored = JSON.stringify(changed) === JSON.stringify(setsOf(stored))
    setDraft(isAsStored ? undefined : { sets: changed, base: stored })
  }

  /** Puts a song that was removed back at its place in the set list as it is now, which another tab may have changed. */
  function putBack({ songId, set, place }: { songId: string; set: number; place: number }) {
    const { sets: current } = storedDraft<SetListDraft>(draftName) ?? { sets }
    if (current.some(({ songIds }) => songIds.includes(songId))) return
    replace(
      current.map((one, index) =>
        index === set ? { ...one, songIds: one.songIds.toSpliced(place, 0, songId) } : one,
      ),
    )
  }

  function discard() {
    setDraft(undefined)
    showMessage({ text: 'Discarded: your changes', undo: () => setDraft(draft) })
  }

  const saveOver = (base: ListedShow) =>
    void save('The set list could not be saved.', async () => {
      const saved = await sendSetList(sets, base, show)
      if ('theirs' in saved) return void setTheirs(saved.theirs)
      await reload()
      // It may have been edited meanwhile.
      const edited = storedDraft<SetListDraft>(draftName)
      const isDone = !edited || isStoredDraft(draftName, draft)
      setDraft(isDone ? undefined : { sets: edited.sets, base: saved.stored })
      if (saved.waitingKey !== undefined) return waitingNotice('the set list', saved)
      return 'Saved: the set list'
    })

  return {
    sets,
    isEdited: draft !== undefined,
    /** Whether a draft from an earlier visit is open, which was neither saved nor discarded. */
    isFromEarlierVisit,
    /** Whether the stored set list was changed since the draft was begun. */
    isBaseOutdated: !isSame(stored, show),
    isBusy,
    problem,
    notice,
    showMessage,
    clearMessages,
    replace,
    putBack,
    discard,
    save: () => saveOver(stored),
    /** The stored show and the choices, if somebody else has changed its set list. */
    conflict: theirs && {
      theirs,
      editor: theirs.lastChange?.by,
      keepMine() {
        setTheirs(undefined)
        saveOver(theirs)
      },
      takeTheirs() {
        setTheirs(undefined)
        setDraft(undefined)
        void reload()
      },
      cancel: () => setTheirs(undefined),
    },
  }
}

/** Writes a set list. If only other fields of the show have changed meanwhile, writes it again with them.
 * @param base the stored show that the draft is based on
 * @param listed the show in the current list: it may have been moved since
 * @returns the result, or the stored show if another person has changed its set list */
async function sendSetList(
  sets: SetList,
  base: ListedShow,
  listed: ListedShow,
): Promise<Submitted<ListedShow> | { theirs: ListedShow }> {
  const { _id: id, version } = base
  const { date, venue, city } = (listed.version ?? 0) >= (version ?? 0) ? listed : base
  const setList = sets
    .filter(({ songIds, title }) => songIds.length > 0 || title?.trim())
    .map(withoutEmptyTitle)
  try {
    const body = { date, venue, city, setList }
    return await submitChange<ListedShow>({
      kind: 'show',
      label: `Set list of ${nameOfShow({ venue, date })}`,
      preview: previewOf(base, body),
      original: base,
      ...{ id, body, version },
    })
  } catch (error) {
    const conflict = conflictOf<ListedShow>(error)
    if (conflict?.kind !== 'changed') throw error
    const { current } = conflict
    if (isSame(current, base)) return sendSetList(sets, current, listed)
    return { theirs: current }
  }
}

/** The sets of a show; an empty one to begin with if it has none. */
const setsOf = ({ setList = [] }: ListedShow): SetList =>
  setList.length > 0 ? setList : [{ songIds: [] }]

/** Whether two versions of a show have the same set list. */
const isSame = (one: ListedShow, other: ListedShow) =>
  JSON.stringify(one.setList) === JSON.stringify(other.setList)

const withoutEmptyTitle = ({ title, songIds }: SetList[number]) =>
  title?.trim() ? { title, songIds } : { songIds }
