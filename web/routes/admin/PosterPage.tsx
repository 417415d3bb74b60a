import { getRouteApi, notFound } from '@tanstack/react-router'
import { useBand } from '../../band/use-band'
import type { ListedShow } from '../../features/admin/records/drafts.store'
import { PrintedPoster } from '../../features/admin/shows/PrintedPoster'
import { codePath } from '../../features/shows/show-texts'
import { TicketPaper } from '../../features/shows/TicketPaper'

const route = getRouteApi('/Admin/poster/$id')

export default function PosterPage() {
  const band = useBand()
  const { id } = route.useParams()
  const { shows } = route.useLoaderData()
  const show = shows.find(({ _id }: ListedShow) => _id === id)
  if (!show) throw notFound()
  const hasPage = (show.visibility ?? 'public') === 'public'
  return (
    <PrintedPoster
      Ticket={TicketPaper}
      show={show}
      band={band}
      code={hasPage ? codePath(show) : undefined}
    />
  )
}
