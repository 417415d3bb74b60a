import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import { refreshLists } from '../../api-client/lists'
import { SitePanel } from '../../features/admin/site/SitePanel'

// Without signal the sections have no look.
const SectionLooks = lazy(() => import('./SectionLooks').catch(() => ({ default: () => null })))

const route = getRouteApi('/Admin/site')

export default function SitePage() {
  const router = useRouter()
  return (
    <SitePanel
      {...route.useLoaderData()}
      Look={SectionLooks}
      onChanged={async () => {
        await refreshLists(['site'])
        await router.invalidate({ sync: true })
      }}
    />
  )
}
