import X from 'lucide-react/icons/x'
import type { Ref } from 'react'
import type { AdminSong } from '../../../../api/contract/songs'
import { limits } from '../../../../api/shared/limits'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { SideNote } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import { ChooseAtOnce } from './ChooseAtOnce'
import styles from './SetListPanel.module.css'
import { choicesOf, lengthOf, nameOfSet, nameOfSong, type SetList } from './set-list'

interface SetSectionProps {
  ref: Ref<HTMLElement> | undefined
  set: SetList[number]
  /** The place of the set in the list, from 0. */
  index: number
  /** The songs of the set in their order. */
  songs: readonly AdminSong[]
  /** The songs that may be added. */
  toAdd: readonly AdminSong[]
  /** The ids of the songs that the organiser of the show has ticked. */
  ticked: readonly string[]
  onChange: (changes: Partial<SetList[number]>) => void
  /** Tells screen readers what has happened. */
  announce: (text: string) => void
}

/** One set: its name and its songs, which can be sorted, removed and added. */
export function SetSection(props: SetSectionProps) {
  const { ref, set, index, songs, toAdd, ticked, onChange, announce } = props
  const setName = nameOfSet(set, index)

  function remove({ _id, title }: AdminSong, at: number, button: HTMLElement) {
    onChange({ songIds: set.songIds.filter((songId) => songId !== _id) })
    announce(`${title} was removed.`)
    // Items are keyed by index, so the focused button becomes the next song's. After the last song there is none, so the
    // list of songs gets the focus.
    if (at === set.songIds.length - 1)
      button.closest('section')?.querySelector<HTMLElement>('[type="search"], select')?.focus()
  }

  return (
    <section ref={ref} className={styles.set} aria-label={setName}>
      <div className={styles.head}>
        <TextField
          label={`Set ${index + 1}`}
          value={set.title ?? ''}
          maxLength={limits.name}
          onChange={({ currentTarget: { value: title } }) => onChange({ title })}
        />
        <SideNote>{lengthOf(songs)}</SideNote>
      </div>
      <SortableList
        items={songs}
        nameOf={({ title }) => title}
        onChange={(moved) => onChange({ songIds: moved.map(({ _id }) => _id) })}
        renderHead={(song, at) => (
          <span className={styles.song}>
            <span>
              {song.title} {song.key && <span className={styles.key}>{song.key}</span>}
            </span>
            <Button
              variant="quiet"
              aria-label={`Remove ${song.title}`}
              onClick={({ currentTarget }) => remove(song, at, currentTarget)}
            >
              <X aria-hidden size={18} />
            </Button>
          </span>
        )}
      />
      <ChooseAtOnce
        label={`Add a song to ${setName}`}
        choices={choicesOf(set, toAdd, (song) =>
          ticked.includes(song._id) ? `✓ ${nameOfSong(song)}` : nameOfSong(song),
        )}
        noun="song"
        verb="Add"
        onChoose={(id) => {
          onChange({ songIds: [...set.songIds, id] })
          announce(`${toAdd.find(({ _id }) => _id === id)?.title} was added to ${setName}.`)
        }}
      />
    </section>
  )
}
