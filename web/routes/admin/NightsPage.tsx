import { getRouteApi } from '@tanstack/react-router'
import { bandDay } from '../../../api/shared/band-day'
import { useBand } from '../../band/use-band'
import { NightsPanel } from '../../features/admin/nights/NightsPanel'
import { useCommitments } from './use-commitments'

const route = getRouteApi('/Admin/nights')

export default function NightsPage() {
  const commitments = useCommitments(route.useLoaderData())
  return <NightsPanel {...commitments} today={bandDay(useBand().timeZone)} />
}
