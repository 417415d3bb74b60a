import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import type { EnquiryBox } from '../../../api/contract/enquiries'
import { adminPaths } from '../../../api/shared/admin-map'
import { bandDay } from '../../../api/shared/band-day'
import { useBand } from '../../band/use-band'
import { InboxPanel } from '../../features/admin/enquiries/InboxPanel'
import { OwedSection } from '../../features/admin/shows/OwedSection'
import { Notify } from '../../features/shows/Notify'
import { enquiriesTopic } from '../../notifications/topics'
import { inboxQueryOf } from './admin-data'
import { useCommitments } from './use-commitments'

const route = getRouteApi('/Admin/enquiries')

export default function EnquiriesPage() {
  const router = useRouter()
  const { timeZone } = useBand()
  const navigate = useNavigate()
  const query = inboxQueryOf(route.useSearch())
  const page = route.useLoaderData()
  const commitments = useCommitments(page.commitments)
  const today = bandDay(timeZone)
  const show = (search: { box?: EnquiryBox; find?: string }, replace: boolean) =>
    void navigate({ to: adminPaths.enquiries, search, replace })
  return (
    <InboxPanel
      query={query}
      onChoose={(box) => show(box === 'new' ? {} : { box }, true)}
      // All typed characters share one entry of the history, also before the first response has arrived.
      onFind={(find) => show(find === '' ? {} : { find }, 'find' in router.latestLocation.search)}
      page={page}
      commitments={commitments}
      songs={page.songs}
      replyTemplates={page.replyTemplates}
      today={today}
      owed={<OwedSection shows={commitments.shows} today={today} />}
      notify={
        <Notify topic={enquiriesTopic} ask="Notify this device" stop="Stop notifying this device" />
      }
    />
  )
}
