import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminSong } from '../../../../api/contract/songs'
import { adminPaths } from '../../../../api/shared/admin-map'
import { limits } from '../../../../api/shared/limits'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { Button, QuietButton, TextButton } from '../../../ui/Button'
import { QuietLink } from '../../../ui/ButtonLink'
import { Dialog } from '../../../ui/Dialog'
import { Announcer } from '../../../ui/VisuallyHidden'
import { Action, ActionGroup } from '../panel/Action'
import { FormNotice, RecordNotice } from '../panel/FormFoot'
import { Actions, Empty, Panel, SideNote, StickyFoot } from '../panel/Panel'
import { focusMove } from '../panel/SortableList'
import { ConflictDialog } from '../records/ConflictDialog'
import { type ListedShow, nameOfShow } from '../records/drafts.store'
import styles from './SetListPanel.module.css'
import { SetSection } from './SetSection'
import {
  movedToSet,
  nameOfSet,
  nameOfSong,
  type SetList,
  setListRows,
  setListsToCopy,
  songsOf,
  songsToAdd,
} from './set-list'
import { useSetList } from './use-set-list'

interface SetListPanelProps {
  show: ListedShow
  /** All shows; their set lists can be copied. */
  shows: readonly ListedShow[]
  songs: readonly AdminSong[]
  /** The ids of the songs that the organiser of the show has ticked. */
  ticked: readonly string[]
}

/** The songs of one show in their order, in up to five sets. */
export function SetListPanel({ show, shows, songs, ticked }: SetListPanelProps) {
  const setList = useSetList(show)
  const { sets, replace, conflict } = setList
  const [announcement, announce] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const sectionOf = (index: number) => panel.current?.querySelectorAll(`.${styles.set}`)[index]
  const byId = new Map(songs.map((song) => [song._id, song]))
  const isEmpty = sets.every(({ songIds }) => songIds.length === 0)
  const toCopy = isEmpty ? setListsToCopy(shows, byId, show) : []
  const [isCopying, setCopying] = useState(false)

  const change = (index: number, changes: Partial<SetList[number]>) =>
    replace(sets.map((one, at) => (at === index ? { ...one, ...changes } : one)))

  function remove(index: number, { _id, title }: AdminSong) {
    const songIds = sets[index]?.songIds ?? []
    change(index, { songIds: songIds.filter((id) => id !== _id) })
    const undo = () => setList.putBack({ songId: _id, set: index, place: songIds.indexOf(_id) })
    setList.showMessage({ text: `${title} was removed.`, undo, isPassing: true })
  }

  /** Makes the set list like another show's, without songs that no longer exist. */
  function copy(from: ListedShow) {
    const copied = (from.setList ?? []).map((set) => ({
      ...set,
      songIds: songsOf(set, byId).map(({ _id }) => _id),
    }))
    // The button that opened the dialog is removed.
    flushSync(() => {
      setCopying(false)
      replace(copied)
    })
    sectionOf(0)?.querySelector('input')?.focus()
    announce(`The set list of ${nameOfShow(from)} was copied.`)
  }

  function addSet() {
    flushSync(() => replace([...sets, { title: '', songIds: [] }]))
    sectionOf(sets.length)?.querySelector('input')?.focus()
  }

  /** Returns a function that moves a song from one set to another; undefined if there is no free place. */
  function moveSongTo(to: number, from: number) {
    const set = sets[to]
    if (!set || set.songIds.length >= limits.songsOfSet) return
    return ({ _id, title }: AdminSong) => {
      flushSync(() => replace(movedToSet(sets, _id, from, to)))
      const songRows = sectionOf(to)?.querySelectorAll('ol > li') ?? []
      if (to < from) focusMove(songRows[songRows.length - 1], 'up')
      else focusMove(songRows[0], 'down')
      announce(`${title} is in ${nameOfSet(set, to)} now.`)
    }
  }

  if (songs.length === 0)
    return (
      <Panel title="Set list">
        <Empty>
          A set list is made of your songs. <Link to={adminPaths.songs}>Add the first one.</Link>
        </Empty>
      </Panel>
    )
  return (
    <Panel title="Set list" ref={panel}>
      <SideNote>
        <Link to={pages.admin.path} hash={showHash(show._id)}>
          {nameOfShow(show)}
        </Link>
      </SideNote>
      {setList.isFromEarlierVisit && (
        <SideNote>
          These are your unsaved changes.
          {setList.isBaseOutdated && ' The saved set list was changed since you began.'}{' '}
          <TextButton onClick={setList.discard}>Discard them</TextButton>
        </SideNote>
      )}
      {toCopy.length > 0 && (
        <Actions>
          <QuietButton aria-haspopup="dialog" onClick={() => setCopying(true)}>
            Copy from another show…
          </QuietButton>
        </Actions>
      )}
      {isCopying && (
        <Dialog
          title="Copy from another show"
          text={`To ${nameOfShow(show)}.`}
          onCancel={() => setCopying(false)}
        >
          <ActionGroup title="Set lists">
            {toCopy.map((from) => (
              <Action key={from._id} onClick={() => copy(from)}>
                {nameOfShow(from)}
              </Action>
            ))}
          </ActionGroup>
        </Dialog>
      )}
      {sets.map((set, index) => (
        <SetSection
          key={String(index)}
          set={set}
          index={index}
          songs={songsOf(set, byId)}
          offered={songsToAdd(songs, sets.toSpliced(index, 1), ticked)}
          ticked={ticked}
          onChange={(changes) => change(index, changes)}
          onRemove={(song) => remove(index, song)}
          onMoveOut={{ up: moveSongTo(index - 1, index), down: moveSongTo(index + 1, index) }}
        />
      ))}
      <Announcer text={announcement} />
      <Foot show={show} setList={setList} onAdd={addSet} />
      {conflict && (
        <ConflictDialog
          noun="set list"
          rows={setListRows(
            sets,
            conflict.theirs.setList,
            new Map(songs.map((song) => [song._id, nameOfSong(song)])),
          )}
          conflict={conflict}
        />
      )}
    </Panel>
  )
}

interface FootProps {
  show: ListedShow
  setList: ReturnType<typeof useSetList>
  onAdd: () => void
}

/** What remains in view while the songs are scrolled. */
const Foot = ({ show, setList, onAdd }: FootProps) => {
  const { sets, isBusy, isEdited, save, discard } = setList
  return (
    <StickyFoot>
      <FormNotice message={setList.problem} />
      <RecordNotice message={setList.notice} onClose={setList.clearMessages} />
      <Actions>
        <Button aria-disabled={isBusy} onClick={save}>
          Save
        </Button>
        {sets.length < limits.sets && <QuietButton onClick={onAdd}>Add a set</QuietButton>}
        {isEdited ? (
          <QuietButton onClick={discard}>Discard</QuietButton>
        ) : (
          // Stage shows what is saved.
          <QuietLink to={adminPaths.stage} hash={showHash(show._id)}>
            Stage
          </QuietLink>
        )}
      </Actions>
    </StickyFoot>
  )
}
