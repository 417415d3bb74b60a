import { getRouteApi } from '@tanstack/react-router'
import { useBand } from '../../band/use-band'
import { NightsPanel } from '../../features/admin/nights/NightsPanel'
import { todayIn } from '../../features/shows/show-dates'
import { useCommitments } from './use-commitments'

const route = getRouteApi('/Admin/nights')

export default function NightsPage() {
  const commitments = useCommitments(route.useLoaderData())
  return <NightsPanel {...commitments} today={todayIn(useBand().timeZone)} />
}
