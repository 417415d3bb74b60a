import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { AdminSong } from '../../../../api/contract/songs'
import { limits } from '../../../../api/shared/limits'
import { QuietButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { SideNote } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import styles from './SetListPanel.module.css'
import { SongPicker } from './SongPicker'
import { lengthOf, nameOfSet, type SetList } from './set-list'

interface SetSectionProps {
  set: SetList[number]
  /** The place of the set in the list, from 0. */
  index: number
  /** The songs of the set in their order. */
  songs: readonly AdminSong[]
  /** The songs that are or may be in the set. */
  offered: readonly AdminSong[]
  /** The ids of the songs that the organiser of the show has ticked. */
  ticked: readonly string[]
  onChange: (changes: Partial<SetList[number]>) => void
  onRemove: (song: AdminSong) => void
  /** Moves a song to the set before or after this one; undefined if there is none with a free place. */
  onMoveOut: { up: MoveSong | undefined; down: MoveSong | undefined }
}

type MoveSong = (song: AdminSong) => void

/** One set: its name and its songs, which can be sorted, removed and added. */
export function SetSection(props: SetSectionProps) {
  const { set, index, songs, offered, ticked, onChange, onRemove, onMoveOut } = props
  const [isPicking, setPicking] = useState(false)
  const setName = nameOfSet(set, index)
  const moveOut = (song: AdminSong | undefined, to: MoveSong | undefined) =>
    song && to && (() => to(song))

  function toggle({ _id }: AdminSong) {
    const others = set.songIds.filter((songId) => songId !== _id)
    onChange({ songIds: others.length < set.songIds.length ? others : [...others, _id] })
  }

  function remove(song: AdminSong, at: number, button: HTMLElement) {
    onRemove(song)
    // Items are keyed by index, so the focused button becomes the next song's. After the last song there is none, so the
    // button that adds songs gets the focus.
    if (at === set.songIds.length - 1)
      button.closest('section')?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  return (
    <section className={styles.set} aria-label={setName}>
      <div className={styles.head}>
        <TextField
          label={`Name of set ${index + 1}`}
          placeholder={`Set ${index + 1}`}
          value={set.title ?? ''}
          maxLength={limits.name}
          onChange={({ currentTarget: { value: title } }) => onChange({ title })}
        />
        <SideNote>{lengthOf(songs)}</SideNote>
      </div>
      <SortableList
        items={songs}
        nameOf={({ title }) => title}
        leave={{ up: moveOut(songs[0], onMoveOut.up), down: moveOut(songs.at(-1), onMoveOut.down) }}
        onChange={(moved) => onChange({ songIds: moved.map(({ _id }) => _id) })}
        renderHead={(song, at) => (
          <span className={styles.song}>
            <span>
              {`${at + 1}.\u00A0${song.title} `}
              {song.key && <span className={styles.key}>{song.key}</span>}
            </span>
            <QuietButton
              aria-label={`Remove ${song.title}`}
              onClick={({ currentTarget }) => remove(song, at, currentTarget)}
            >
              <X aria-hidden size={18} />
            </QuietButton>
          </span>
        )}
      />
      <p data-no-print>
        <QuietButton aria-haspopup="dialog" onClick={() => setPicking(true)}>
          Add songs…
        </QuietButton>
      </p>
      {isPicking && (
        <SongPicker
          setName={setName}
          songs={offered}
          chosen={set.songIds}
          ticked={ticked}
          isFull={set.songIds.length >= limits.songsOfSet}
          onToggle={toggle}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}
