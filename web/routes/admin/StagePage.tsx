import { getRouteApi, useLocation } from '@tanstack/react-router'
import type { AdminSong } from '../../../api/contract/songs'
import { bandDay } from '../../../api/shared/band-day'
import { showOfHash } from '../../../api/shared/show-hash'
import { useBand } from '../../band/use-band'
import { useChanges } from '../../features/admin/changes/changes.store'
import { withChanges } from '../../features/admin/changes/waiting'
import type { ListedShow } from '../../features/admin/records/drafts.store'
import { StagePanel } from '../../features/admin/sets/StagePanel'

const route = getRouteApi('/Admin/stage')

export default function StagePage() {
  const { timeZone } = useBand()
  const loaded = route.useLoaderData()
  const { entries } = useChanges()
  const shows = withChanges<ListedShow>(loaded.shows, entries, 'show')
  const songs = withChanges<AdminSong>(loaded.songs, entries, 'song')
  const chosenId = showOfHash(useLocation().hash)
  return <StagePanel shows={shows} songs={songs} today={bandDay(timeZone)} chosenId={chosenId} />
}
