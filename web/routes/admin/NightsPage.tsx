import { getRouteApi } from '@tanstack/react-router'
import { useBand } from '../../band/use-band'
import { NightsPanel } from '../../features/admin/nights/NightsPanel'
import { todayIn } from '../../features/shows/show-dates'

const route = getRouteApi('/Admin/nights')

export default function NightsPage() {
  return <NightsPanel {...route.useLoaderData()} today={todayIn(useBand().timeZone)} />
}
