import { useState } from 'react'
import type { AdminSong } from '../../../../api/contract/songs'
import { counted } from '../../../../api/shared/counted'
import { hasWords } from '../../../../api/shared/has-words'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { SearchField } from '../../../ui/Field'
import styles from './SongPicker.module.css'
import { nameOfSong } from './set-list'

interface SongPickerProps {
  /** The name of the set. */
  setName: string
  /** The songs that are or may be in the set. */
  songs: readonly AdminSong[]
  /** The ids of the songs in the set. */
  chosen: readonly string[]
  /** The ids of the songs that the organiser of the show has ticked. */
  ticked: readonly string[]
  isFull: boolean
  onToggle: (song: AdminSong) => void
  onClose: () => void
}

const textOf = ({ songs, chosen, isFull }: SongPickerProps) => {
  if (songs.length === 0) return 'Every song is in another set.'
  return isFull ? 'This set is full.' : `${counted(chosen.length, 'song')} in the set`
}

/** Longer lists have a search field. */
const maxWithoutSearch = 20

/** The songs to choose from, with a check box each. */
export function SongPicker(props: SongPickerProps) {
  const { setName, songs, chosen, ticked, isFull, onToggle, onClose } = props
  const [search, setSearch] = useState('')
  const hasSearch = songs.length > maxWithoutSearch
  const found = songs.filter((song) => hasWords(nameOfSong(song), search.trim()))
  return (
    <Dialog
      title={`Songs of ${setName}`}
      text={textOf(props)}
      actions={<Button onClick={onClose}>Done</Button>}
      onCancel={onClose}
    >
      {hasSearch && (
        <SearchField
          label={`Find one of ${songs.length} songs`}
          result={search.trim() && `${found.length} found`}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
      )}
      <ul className={hasSearch ? `${styles.songs} ${styles.long}` : styles.songs}>
        {found.map((song) => (
          <li key={song._id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(song._id)}
                disabled={isFull && !chosen.includes(song._id)}
                onChange={() => onToggle(song)}
              />
              <span>
                {nameOfSong(song)}
                {ticked.includes(song._id) && <b> · asked for</b>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
