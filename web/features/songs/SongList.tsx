import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Song } from '../../../api/contract/songs'
import { compareTexts } from '../../../api/shared/compare-texts'
import { hasWords } from '../../../api/shared/has-words'
import { Choices, SearchField } from '../../ui/Field'
import { NothingFound } from '../../ui/NothingFound'
import { useEarlyInput } from '../../ui/use-early-input'
import { maxSongs, useIsFull, useWishedSongs } from '../../wishes/wished-songs.store'
import styles from './SongList.module.css'

interface SongListProps {
  songs: readonly Song[]
  /** The button that plays a song; nothing for a song without a track. */
  renderPlay: (song: Song) => ReactNode
}

/** Lists with more songs than this have a search field. */
const maxWithoutSearch = 8

/** The songs that the band plays: visitors search them, filter them by a tag, and tick those that they wish for. */
export function SongList({ songs, renderPlay }: SongListProps) {
  const [search, setSearch] = useState('')
  const [tag, setTag] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const searchField = useEarlyInput(setSearch)
  const isFull = useIsFull()
  useEffect(() => {
    const { restore, toggle } = useWishedSongs.getState()
    restore()
    // A box may have been ticked before the page was hydrated.
    for (const { dataset } of list.current?.querySelectorAll<HTMLInputElement>(':checked') ?? []) {
      const { song = '' } = dataset
      if (!useWishedSongs.getState().ids.includes(song)) toggle(song)
    }
  }, [])
  const tags = tagsOf(songs)
  const found = songs.filter(
    (song) =>
      hasWords(`${song.title} ${song.artist}`, search.trim()) &&
      (tag === '' || song.tags?.includes(tag)),
  )
  return (
    <>
      {songs.length > maxWithoutSearch && (
        <div className={styles.tools} data-needs-scripts>
          <SearchField
            label={`Find one of ${songs.length} songs`}
            result={search.trim() !== '' || tag !== '' ? `${found.length} found` : ''}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            ref={searchField}
          />
          {tags.length > 0 && (
            <Choices
              legend="Tags"
              name="tag"
              value={tag}
              choices={[['', 'All'], ...tags.map((one) => [one, one] as const)]}
              onChoose={setTag}
            />
          )}
        </div>
      )}
      <p role="status" className={styles.ticked}>
        {isFull &&
          `You have ticked ${maxSongs} songs, the most for one message. Untick one to tick another.`}
      </p>
      {songs.length > 0 && found.length === 0 && (
        <NothingFound
          text={`No ${tag && `“${tag}” `}song by that name.`}
          onShowAll={() => {
            setSearch('')
            setTag('')
          }}
        />
      )}
      <ul className={styles.songs} ref={list} hidden={found.length === 0}>
        {groupsOf(found).map((group, index) => (
          // Each boundary is hydrated on its own, so that a long list does not block the page.
          <Suspense key={String(index)}>
            {group.map((song) => (
              <SongRow key={song._id} song={song} play={renderPlay(song)} />
            ))}
          </Suspense>
        ))}
      </ul>
    </>
  )
}

const groupSize = 25

/** The songs in groups of 25. */
const groupsOf = (songs: readonly Song[]) =>
  Array.from({ length: Math.ceil(songs.length / groupSize) }, (_, index) =>
    songs.slice(index * groupSize, (index + 1) * groupSize),
  )

/** The most frequent tags first. */
function tagsOf(songs: readonly Song[]): string[] {
  const counts = new Map<string, number>()
  for (const { tags = [] } of songs)
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([one, ones], [other, others]) => others - ones || compareTexts(one, other))
    .map(([tag]) => tag)
}

function SongRow({ song, play }: { song: Song; play: ReactNode }) {
  const { _id, title, artist, year } = song
  const isWished = useWishedSongs(({ ids }) => ids.includes(_id))
  const isFull = useIsFull()
  const { toggle } = useWishedSongs.getState()
  return (
    <li className={styles.song}>
      <label className={styles.wish}>
        <input
          type="checkbox"
          data-needs-scripts
          data-song={_id}
          checked={isWished}
          disabled={isFull && !isWished}
          onChange={() => toggle(_id)}
        />
        <span>
          <strong className={styles.title}>{title}</strong>{' '}
          <span className={styles.artist}>{[artist, year].filter(Boolean).join(', ')}</span>
        </span>
      </label>{' '}
      {play}
    </li>
  )
}
