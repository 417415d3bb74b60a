import { getRouteApi, notFound } from '@tanstack/react-router'
import type { Enquiry } from '../../../api/contract/enquiries'
import type { AdminSong } from '../../../api/contract/songs'
import { useChanges } from '../../features/admin/changes/changes.store'
import { withChanges } from '../../features/admin/changes/waiting'
import type { ListedShow } from '../../features/admin/records/drafts.store'
import { SetListPanel } from '../../features/admin/sets/SetListPanel'

const route = getRouteApi('/Admin/set/$id')

export default function SetListPage() {
  const { id } = route.useParams()
  const { shows, songs, enquiries } = route.useLoaderData()
  const { entries } = useChanges()
  const current = withChanges<ListedShow>(shows, entries, 'show')
  const show = current.find(({ _id }) => _id === id)
  if (!show) throw notFound()
  const { songIds = [] } = enquiries.find(({ showId }: Enquiry) => showId === id) ?? {}
  return (
    <SetListPanel
      key={id}
      show={show}
      shows={current}
      songs={withChanges<AdminSong>(songs, entries, 'song')}
      ticked={songIds}
    />
  )
}
