import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Away } from '../../../api/contract/availability'
import { bandDay } from '../../../api/shared/band-day'
import { compareTexts } from '../../../api/shared/compare-texts'
import { startOrderOf } from '../../../api/shared/start-day'
import { backgroundApi } from '../../api-client/client'
import { useBand } from '../../band/use-band'
import { useChanges } from '../../features/admin/changes/changes.store'
import { inWaitingOrder, withChanges } from '../../features/admin/changes/waiting'
import { RecordPanels } from '../../features/admin/frame/RecordTabs'
import { MusicPanel } from '../../features/admin/music/MusicPanel'
import type { ListedShow } from '../../features/admin/records/drafts.store'
import { useChangedList } from '../../features/admin/records/use-changed-list'
import { ShowsPanel } from '../../features/admin/shows/ShowsPanel'
import { ListNotice, useListDelay } from '../../features/connection/ListNotice'
import { Cover } from '../../features/music/Cover'
import { splitByDay } from '../../features/shows/show-dates'
import { readAway } from './admin-data'

const route = getRouteApi('/Admin/')

/** Reads the nights off after the lists, because the page works without them.
 * @param loaded the data of the page; with new data, the nights off are read again */
function useAway(loaded: object) {
  const [away, setAway] = useState<readonly Away[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with new data of the page, the nights off may be new, too
  useEffect(() => {
    const leaving = new AbortController()
    readAway(leaving.signal, backgroundApi()).then(setAway, (error: unknown) =>
      console.debug('The nights off could not be read:', error),
    )
    return () => leaving.abort()
  }, [loaded])
  return away
}

const byDate = (one: ListedShow, other: ListedShow) =>
  compareTexts(startOrderOf(one), startOrderOf(other))

export default function ShowsAndMusicPage() {
  const loaded = route.useLoaderData()
  const shows = useChangedList('adminShows', loaded.shows)
  const tracks = useChangedList('adminMusic', loaded.tracks)
  const showsDelay = useListDelay('adminShows')
  const tracksDelay = useListDelay('adminMusic')
  const { timeZone } = useBand()
  const today = bandDay(timeZone)
  const { entries } = useChanges()
  const away = useAway(loaded)
  const listed = withChanges(shows.items, entries, 'show').toSorted(byDate)
  const { coming, past } = splitByDay(listed, today)
  return (
    <RecordPanels
      panels={{
        Shows: (
          <ShowsPanel
            shows={[...coming, ...past]}
            away={withChanges(away, entries, 'nights off')}
            today={today}
            notice={showsDelay && <ListNotice list="adminShows" />}
            onStored={shows.put}
            onRemoved={shows.remove}
          />
        ),
        Music: (
          <MusicPanel
            tracks={inWaitingOrder(tracks.items, entries)}
            sleeveOf={(track) => <Cover track={track} sizes="3rem" />}
            notice={tracksDelay && <ListNotice list="adminMusic" />}
            onStored={tracks.put}
            onRemoved={tracks.remove}
          />
        ),
      }}
    />
  )
}
