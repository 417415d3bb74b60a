import { getRouteApi, useLocation } from '@tanstack/react-router'
import { showOfHash } from '../../../api/shared/site-map'
import { useBand } from '../../band/use-band'
import { StagePanel } from '../../features/admin/sets/StagePanel'
import { todayIn } from '../../features/shows/show-dates'

const route = getRouteApi('/Admin/stage')

export default function StagePage() {
  const { timeZone } = useBand()
  const { shows, songs } = route.useLoaderData()
  const chosenId = showOfHash(useLocation().hash)
  return <StagePanel shows={shows} songs={songs} today={todayIn(timeZone)} chosenId={chosenId} />
}
