import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { Track } from '../../../api/contract/music'
import { storage } from '../../browser/storage'
import { QuietButton, TextButton } from '../../ui/Button'
import { SearchField } from '../../ui/Field'
import { NothingFound } from '../../ui/NothingFound'
import { useEarlyInput } from '../../ui/use-early-input'
import { useWholeList } from '../../ui/use-whole-list'
import { Albums } from './Albums'
import { findTracks } from './find-tracks'
import { minTracksForRows, tracksAtFirst } from './first-tracks'
import styles from './MusicTracks.module.css'
import { OfflineTracksActions, OfflineTracksSummary } from './OfflineTracksBar'
import { TrackList } from './TrackList'
import { useLinkedTrack } from './use-linked-track'

interface MusicTracksProps extends ComponentProps<typeof OfflineTracksActions> {
  /** The heading of the page. */
  heading: ReactNode
  /** The first tracks, and all if there are no more. */
  first: readonly Track[]
}

/** All tracks. From `minTracksForRows` on they can be displayed as rows. A long list is searchable; it renders the first tracks, and more of them as
 * the visitor scrolls. */
export function MusicTracks({ heading, first, count, size, load }: MusicTracksProps) {
  const { items, isLoading, hasFailed, fetchAll } = useWholeList(first, load)
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(tracksAtFirst)
  const [isCompact, toggleCompact] = useCompactView()
  const end = useRef<HTMLDivElement>(null)
  const isLong = count > first.length
  const canShowRows = count >= minTracksForRows
  const known = items ?? first
  const isWhole = items !== undefined || !isLong
  const isSearching = search.trim() !== ''
  const found = findTracks(known, search.trim())
  const shown = found.slice(0, visibleCount)
  const remaining = (isWhole ? found.length : count) - shown.length
  useLinkedTrack(load, (place) => {
    if (place >= visibleCount) setVisibleCount(place + 1)
    ensureLoaded()
  })

  function ensureLoaded() {
    if (!isWhole && !isLoading) void fetchAll()
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
      <div className={styles.head}>
        {heading}{' '}
        {isLong && (
          <Search
            count={count}
            value={search}
            found={isSearching && isWhole ? found.length : undefined}
            onFocus={ensureLoaded}
            onFind={find}
          />
        )}
        <div className={styles.actions}>
          {canShowRows && <ViewSwitch isCompact={isCompact} onToggle={toggleCompact} />}
          <OfflineTracksActions count={count} size={size} load={load} />
        </div>
      </div>
      <Albums tracks={isSearching ? [] : known} load={load} />
      {found.length === 0 && isSearching ? (
        <NothingFound text="No record by that name." onShowAll={() => find('')} />
      ) : (
        <TrackList tracks={shown} isCompact={canShowRows && isCompact} />
      )}
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          The other tracks could not be loaded. Please try again.
        </p>
      )}
      {remaining > 0 && (
        <div ref={end} className={styles.end} data-needs-scripts>
          <QuietButton onClick={showMore} aria-disabled={isLoading}>
            {isLoading ? 'Loading...' : 'Show more tracks'}
          </QuietButton>
        </div>
      )}
      {found.length > 0 && <OfflineTracksSummary count={count} />}
    </>
  )
}

interface SearchProps {
  count: number
  value: string
  /** The number of found tracks; undefined without a search. */
  found: number | undefined
  onFocus: () => void
  onFind: (text: string) => void
}

function Search({ count, value, found, onFocus, onFind }: SearchProps) {
  const field = useEarlyInput(onFind)
  return (
    <div className={styles.search} data-needs-scripts>
      <SearchField
        label={`Find one of ${count} tracks`}
        result={found === undefined ? '' : `${found} found`}
        value={value}
        onFocus={onFocus}
        onChange={(event) => onFind(event.currentTarget.value)}
        ref={field}
      />
    </div>
  )
}

const viewKey = 'musicView'

/** Whether a long list is displayed as rows; remembered on this device. */
function useCompactView() {
  const [isCompact, setCompact] = useState(false)
  useEffect(() => setCompact(storage.get(viewKey) === 'rows'), [])
  function toggle() {
    setCompact(!isCompact)
    storage.set(viewKey, isCompact ? 'records' : 'rows')
  }
  return [isCompact, toggle] as const
}

const ViewSwitch = ({ isCompact, onToggle }: { isCompact: boolean; onToggle: () => void }) => (
  <TextButton data-needs-scripts onClick={onToggle}>
    {isCompact ? <LayoutGrid aria-hidden /> : <List aria-hidden />}
    {isCompact ? 'Show as records' : 'Show as a list'}
  </TextButton>
)
