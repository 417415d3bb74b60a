import { getRouteApi } from '@tanstack/react-router'
import { useBand } from '../../band/use-band'
import { useChanges } from '../../features/admin/changes/changes.store'
import { withChanges } from '../../features/admin/changes/waiting'
import { NightsPanel } from '../../features/admin/nights/NightsPanel'
import { todayIn } from '../../features/shows/show-dates'

const route = getRouteApi('/Admin/nights')

export default function NightsPage() {
  const { shows, away, enquiries } = route.useLoaderData()
  const { entries } = useChanges()
  const today = todayIn(useBand().timeZone)
  return (
    <NightsPanel
      shows={withChanges(shows, entries, 'show')}
      away={withChanges(away, entries, 'nights off')}
      enquiries={withChanges(enquiries, entries, 'enquiry')}
      today={today}
    />
  )
}
