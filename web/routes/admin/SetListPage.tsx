import { getRouteApi, notFound, useRouter } from '@tanstack/react-router'
import type { Enquiry } from '../../../api/contract/enquiries'
import type { ListedShow } from '../../features/admin/drafts.store'
import { SetListPanel } from '../../features/admin/sets/SetListPanel'

const route = getRouteApi('/Admin/set/$id')

export default function SetListPage() {
  const router = useRouter()
  const { id } = route.useParams()
  const { shows, songs, enquiries } = route.useLoaderData()
  const show = shows.find(({ _id }: ListedShow) => _id === id)
  if (!show) throw notFound()
  const { songIds = [] } = enquiries.find(({ showId }: Enquiry) => showId === id) ?? {}
  return (
    <SetListPanel
      key={id}
      show={show}
      songs={songs}
      ticked={songIds}
      onSaved={() => router.invalidate({ sync: true })}
    />
  )
}
