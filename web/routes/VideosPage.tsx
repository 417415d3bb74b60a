import { getRouteApi, Link } from '@tanstack/react-router'
import { ListNotice } from '../features/connection/ListNotice'
import { Television } from '../features/videos/Television'
import { buttonClass } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'

const route = getRouteApi('/Videos')

export default function VideosPage() {
  const [first, ...others] = route.useLoaderData().videos
  return (
    <Page title="Videos">
      {first ? (
        <Television videos={[first, ...others]} />
      ) : (
        <EmptyState>
          <p>No videos yet. Hear us instead!</p>
          <Link to="/Music" className={buttonClass()}>
            Hear us
          </Link>
        </EmptyState>
      )}
      <ListNotice list="site" />
    </Page>
  )
}
