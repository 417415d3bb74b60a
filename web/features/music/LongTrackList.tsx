import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { useWholeList } from '../../ui/use-whole-list'
import { findTracks } from './find-tracks'
import { tracksAtFirst } from './first-tracks'
import { TrackList } from './TrackList'
import styles from './TrackList.module.css'

interface LongTrackListProps {
  first: readonly Track[]
  count: number
  load: () => Promise<readonly Track[]>
}

/** More tracks than a page begins with: the others come as one scrolls, and all can be searched. */
export function LongTrackList({ first, count, load }: LongTrackListProps) {
  const { items, isLoading, hasFailed, fetchAll } = useWholeList(first, load)
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState(tracksAtFirst)
  const end = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const found = findTracks(items ?? first, search.trim())
  const shown = found.slice(0, wanted)
  const left = (items ? found.length : count) - shown.length

  function need() {
    if (!items && !isLoading) void fetchAll()
  }

  function find(text: string) {
    setSearch(text)
    setWanted(tracksAtFirst)
    need()
  }

  function showMore() {
    setWanted(wanted + 2 * tracksAtFirst)
    need()
  }

  const takeEarly = useEffectEvent(() => {
    if (field.current?.value) find(field.current.value)
  })
  // What was typed before the scripts came is in the field alone.
  useEffect(() => takeEarly(), [])

  const reachEnd = useEffectEvent(showMore)
  useEffect(() => {
    if (!end.current || left === 0) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) reachEnd()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
    // Seen anew after each part that came: it may be in sight still.
  }, [left])

  return (
    <>
      <div className={styles.search} data-needs-scripts>
        <TextField
          label={`Find one of ${count} tracks`}
          type="search"
          value={search}
          onFocus={need}
          onChange={(event) => find(event.currentTarget.value)}
          ref={field}
        />
        <p role="status" className={styles.found}>
          {search.trim() !== '' && items && `${found.length} found`}
        </p>
      </div>
      <TrackList tracks={shown} />
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          The other tracks could not be loaded. Please try again.
        </p>
      )}
      <div ref={end} className={styles.end} data-needs-scripts>
        {left > 0 && (
          <Button variant="quiet" onClick={showMore} aria-disabled={isLoading}>
            {isLoading ? 'Loading...' : 'Show more tracks'}
          </Button>
        )}
      </div>
    </>
  )
}
