import { band } from '../content/band'
import { Television } from '../features/videos/Television'
import { Page } from '../ui/Page'

export default function VideosPage() {
  return (
    <Page title="Videos">
      <Television videos={band.videos} />
    </Page>
  )
}
