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

/** A searchable list of tracks. It renders the first tracks, and more of them as the visitor scrolls. */
export function LongTrackList({ first, count, load }: LongTrackListProps) {
  const { items, isLoading, hasFailed, fetchAll } = useWholeList(first, load)
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(tracksAtFirst)
  const end = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const found = findTracks(items ?? first, search.trim())
  const shown = found.slice(0, visibleCount)
  const remaining = (items ? found.length : count) - shown.length

  function ensureLoaded() {
    if (!items && !isLoading) void fetchAll()
  }

  function find(text: string) {
    setSearch(text)
    setVisibleCount(tracksAtFirst)
    ensureLoaded()
  }

  function showMore() {
    setVisibleCount(visibleCount + 2 * tracksAtFirst)
    ensureLoaded()
  }

  const searchEarlyInput = useEffectEvent(() => {
    if (field.current?.value) find(field.current.value)
  })
  // Text that was typed before hydration is in the field, but not in the state.
  useEffect(() => searchEarlyInput(), [])

  const onEndVisible = useEffectEvent(showMore)
  useEffect(() => {
    if (!end.current || remaining === 0) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onEndVisible()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
    // Observed again after each batch, because the end may still be in the viewport.
  }, [remaining])

  return (
    <>
      <div className={styles.search} data-needs-scripts>
        <TextField
          label={`Find one of ${count} tracks`}
          type="search"
          value={search}
          onFocus={ensureLoaded}
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
        {remaining > 0 && (
          <Button variant="quiet" onClick={showMore} aria-disabled={isLoading}>
            {isLoading ? 'Loading...' : 'Show more tracks'}
          </Button>
        )}
      </div>
    </>
  )
}
