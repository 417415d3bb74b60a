import { videos } from '../content/video-list'
import { Television } from '../features/videos/Television'
import { Page } from '../ui/Page'

export default function VideosPage() {
  return (
    <Page title="Videos">
      <Television videos={videos} />
    </Page>
  )
}
