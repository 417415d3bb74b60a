import { getRouteApi } from '@tanstack/react-router'
import { ListNotice } from '../features/connection/ListNotice'
import { Television } from '../features/videos/Television'
import { ButtonLink } from '../ui/ButtonLink'
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
          <ButtonLink to="/Music">Hear us</ButtonLink>
        </EmptyState>
      )}
      <ListNotice list="site" />
    </Page>
  )
}
