import { band } from '../content/band'
import { Members } from '../features/about/Members'
import { Page } from '../ui/Page'

export default function AboutUsPage() {
  return (
    <Page title="About Us">
      <Members members={band.members} />
    </Page>
  )
}
