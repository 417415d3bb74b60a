import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminSong } from '../../../../api/contract/songs'
import { adminPaths } from '../../../../api/shared/admin-map'
import { limits } from '../../../../api/shared/limits'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { conflictOf } from '../../../api-client/problem'
import { setBusy } from '../../../installation/busy.store'
import { previewOf } from '../../../offline/record-merge'
import { Button, buttonClass } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { Announcer } from '../../../ui/VisuallyHidden'
import { submitChange } from '../changes/changes.store'
import { FormNotice } from '../panel/FormFoot'
import { Actions, Empty, Panel, SideNote } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import { useSaving } from '../panel/use-saving'
import { ConflictDialog } from '../records/ConflictDialog'
import { storedDraft, useStoredDraft } from '../records/draft-storage'
import type { ListedShow } from '../records/drafts.store'
import { ChooseAtOnce } from './ChooseAtOnce'
import styles from './SetListPanel.module.css'
import {
  lengthOf,
  nameOfSet,
  nameOfSong,
  type SetList,
  setListRows,
  setListsToCopy,
  songsOf,
  songsToAdd,
} from './set-list'

type ShowWithSetList = ListedShow & { setList?: SetList }

interface SetListPanelProps {
  show: ShowWithSetList
  /** All shows; their set lists can be copied. */
  shows: readonly ShowWithSetList[]
  songs: readonly AdminSong[]
  /** The ids of the songs that the organiser of the show has ticked. */
  ticked: readonly string[]
  /** Called after the list was saved. */
  onSaved: () => Promise<void>
}

interface SetListDraft {
  sets: SetList
  /** The show whose set list it replaces; its other fields are sent with each write. */
  base: SetListPanelProps['show']
}

/** The songs of one show in their order, in up to five sets. */
export function SetListPanel({ show, shows, songs, ticked, onSaved }: SetListPanelProps) {
  const draftName = `set list ${show._id}`
  const [draft, setDraft] = useStoredDraft<SetListDraft | undefined>(draftName, undefined)
  const { sets, base: stored } = draft ?? { sets: show.setList ?? [{ songIds: [] }], base: show }
  const setSets = (changed: SetList) => setDraft({ sets: changed, base: stored })
  const { isBusy, message, save } = useSaving()
  /** The stored show, if somebody else has changed its set list. */
  const [theirs, setTheirs] = useState<typeof show>()
  const [announcement, setAnnouncement] = useState('')
  const firstSet = useRef<HTMLElement>(null)
  useEffect(() => () => setBusy('set list', false), [])
  const byId = new Map(songs.map((song) => [song._id, song]))
  const isEmpty = sets.every(({ songIds }) => songIds.length === 0)
  const toCopy = isEmpty ? setListsToCopy(shows, byId, show) : []
  const toAdd = songsToAdd(songs, sets, ticked)

  function change(index: number, set: Partial<SetList[number]>) {
    setBusy('set list', true)
    setSets(sets.map((one, at) => (at === index ? { ...one, ...set } : one)))
  }

  /** Makes the set list like another show's, without songs that no longer exist. */
  function copy(id: string) {
    const from = shows.find(({ _id }) => _id === id)
    if (!from?.setList) return
    setBusy('set list', true)
    const copied = from.setList.map((set) => ({
      ...set,
      songIds: songsOf(set, byId).map(({ _id }) => _id),
    }))
    // The list of shows, which has the focus, is removed.
    flushSync(() => setSets(copied))
    firstSet.current?.querySelector('input')?.focus()
    setAnnouncement(`The set list of ${nameOfShow(from)} was copied.`)
  }

  /** Writes the set list. If only other fields of the show have changed meanwhile, writes it again with them.
   * @returns the stored show, and whether its set list is another person's */
  async function send(base: typeof show): Promise<{
    show: typeof show
    isRefused: boolean
    isWaiting?: boolean
  }> {
    const { _id: id, version } = base
    // The show as it is now: it may have been moved since the set list was begun.
    const { date, venue, city } = (show.version ?? 0) >= (version ?? 0) ? show : base
    const setList = sets
      .filter(({ songIds, title }) => songIds.length > 0 || title?.trim())
      .map(withoutEmptyTitle)
    try {
      const body = { date, venue, city, setList }
      const label = `Set list of ${nameOfShow({ venue, date })}`
      const preview = previewOf(base, body)
      const request = { id, body, version, label, preview, original: base }
      const change = { kind: 'show', ...request } as const
      const { stored, waitingKey } = await submitChange<typeof show>(change, newIdempotencyKey())
      return { show: stored, isRefused: false, isWaiting: waitingKey !== undefined }
    } catch (error) {
      const conflict = conflictOf<typeof show>(error)
      if (conflict?.kind !== 'changed') throw error
      const { current } = conflict
      if (JSON.stringify(current.setList) === JSON.stringify(base.setList)) return send(current)
      return { show: current, isRefused: true }
    }
  }

  const saveSetList = (base = stored) =>
    void save('The set list could not be saved.', async () => {
      const saved = await send(base)
      if (saved.isRefused) {
        setTheirs(saved.show)
        return undefined
      }
      await onSaved()
      // It may have been edited meanwhile.
      const edited = storedDraft<SetListDraft>(draftName)?.sets ?? sets
      const isDone = edited === sets
      setDraft(isDone ? undefined : { sets: edited, base: saved.show })
      setBusy('set list', !isDone)
      return saved.isWaiting
        ? 'Saved on this device: the set list. It will be sent when the site responds.'
        : 'Saved: the set list'
    })

  function discard() {
    setBusy('set list', false)
    setDraft(undefined)
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
    <Panel title="Set list">
      <SideNote>{nameOfShow(show)}</SideNote>
      {toCopy.length > 0 && (
        <ChooseAtOnce
          label="Copy the set list of another show"
          choices={listOf(toCopy, nameOfShow)}
          verb="Copy"
          onChoose={copy}
        />
      )}
      {sets.map((set, index) => (
        <section
          key={String(index)}
          ref={index === 0 ? firstSet : undefined}
          className={styles.set}
          aria-label={nameOfSet(set, index)}
        >
          <div className={styles.head}>
            <TextField
              label={`Set ${index + 1}`}
              value={set.title ?? ''}
              maxLength={limits.name}
              onChange={({ currentTarget: { value: title } }) => change(index, { title })}
            />
            <SideNote>{lengthOf(songsOf(set, byId))}</SideNote>
          </div>
          <SortableList
            items={songsOf(set, byId)}
            nameOf={({ title }) => title}
            onChange={(moved) => change(index, { songIds: moved.map(({ _id }) => _id) })}
            renderHead={({ _id, title, key }, at) => (
              <span className={styles.song}>
                <span>
                  {title} {key && <span className={styles.key}>{key}</span>}
                </span>
                <Button
                  variant="quiet"
                  aria-label={`Remove ${title}`}
                  onClick={({ currentTarget }) => {
                    change(index, { songIds: set.songIds.filter((songId) => songId !== _id) })
                    setAnnouncement(`${title} was removed.`)
                    // Items are keyed by index, so the focused button becomes the next song's. After the last song there
                    // is none, so the list of songs gets the focus.
                    if (at === set.songIds.length - 1)
                      currentTarget.closest('section')?.querySelector('select')?.focus()
                  }}
                >
                  <X aria-hidden size={18} />
                </Button>
              </span>
            )}
          />
          <ChooseAtOnce
            label={`Add a song to ${nameOfSet(set, index)}`}
            choices={choicesOf(set, toAdd, ticked)}
            verb="Add"
            onChoose={(id) => {
              change(index, { songIds: [...set.songIds, id] })
              setAnnouncement(`${byId.get(id)?.title} was added to ${nameOfSet(set, index)}.`)
            }}
          />
        </section>
      ))}
      <Announcer text={announcement} />
      <FormNotice message={message} />
      <Actions>
        <Button aria-disabled={isBusy} onClick={() => saveSetList()}>
          Save
        </Button>
        {sets.length < limits.sets && (
          <Button variant="quiet" onClick={() => setSets([...sets, { title: '', songIds: [] }])}>
            Add a set
          </Button>
        )}
        {draft && (
          <Button variant="quiet" onClick={discard}>
            Discard
          </Button>
        )}
        {/* Stage shows what is saved. */}
        {!draft && (
          <Link className={buttonClass('quiet')} to={adminPaths.stage} hash={showHash(show._id)}>
            Stage
          </Link>
        )}
      </Actions>
      {theirs && (
        <ConflictDialog
          noun="set list"
          editor={theirs.lastChange?.by}
          rows={setListRows(
            sets,
            theirs.setList,
            new Map(songs.map((song) => [song._id, nameOfSong(song)])),
          )}
          conflict={{
            keepMine() {
              setTheirs(undefined)
              saveSetList(theirs)
            },
            takeTheirs() {
              setTheirs(undefined)
              discard()
              void onSaved()
            },
            cancel: () => setTheirs(undefined),
          }}
        />
      )}
    </Panel>
  )
}

const withoutEmptyTitle = ({ title, songIds }: SetList[number]) =>
  title?.trim() ? { title, songIds } : { songIds }

/** The songs that may be added to a set, by their ids; the first choice is no song, or says why there is none. */
function choicesOf(set: SetList[number], songs: readonly AdminSong[], ticked: readonly string[]) {
  if (set.songIds.length >= limits.songsOfSet) return { '': 'This set is full' }
  if (songs.length === 0) return { '': 'Every song is in the set list' }
  const label = (song: AdminSong) => `${ticked.includes(song._id) ? '✓ ' : ''}${nameOfSong(song)}`
  return listOf(songs, label)
}

const nameOfShow = ({ venue, date }: Pick<ListedShow, 'venue' | 'date'>) =>
  `${venue}, ${longDate(date)}`

/** The choices of a list: no record, and the records by their ids. */
const listOf = <Item extends { _id: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
) => ({
  '': 'Choose …',
  ...Object.fromEntries(items.map((item) => [item._id, nameOf(item)])),
})
