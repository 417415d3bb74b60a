import { getRouteApi } from '@tanstack/react-router'
import { SitePanel } from '../../features/admin/site/SitePanel'
import { deferred } from '../../ui/deferred'

// Without signal the sections have no look.
const SectionLooks = deferred(() => import('./SectionLooks'))

const route = getRouteApi('/Admin/site')

export default function SitePage() {
  return <SitePanel {...route.useLoaderData()} Look={SectionLooks} />
}
