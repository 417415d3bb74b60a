import { getRouteApi } from '@tanstack/react-router'
import { useBand } from '../../band/use-band'
import { StagePanel } from '../../features/admin/sets/StagePanel'
import { todayIn } from '../../features/shows/show-dates'

const route = getRouteApi('/Admin/stage')

export default function StagePage() {
  const { timeZone } = useBand()
  const { shows, songs } = route.useLoaderData()
  return <StagePanel shows={shows} songs={songs} today={todayIn(timeZone)} />
}
