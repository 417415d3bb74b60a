import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { SitePanel } from '../../features/admin/site/SitePanel'

// Without signal the sections have no look.
const SectionLooks = lazy(() => import('./SectionLooks').catch(() => ({ default: () => null })))

const route = getRouteApi('/Admin/site')

export default function SitePage() {
  return <SitePanel {...route.useLoaderData()} Look={SectionLooks} />
}
