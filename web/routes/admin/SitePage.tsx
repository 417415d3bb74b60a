import { getRouteApi, useRouter } from '@tanstack/react-router'
import { refreshLists } from '../../api-client/lists'
import { SitePanel } from '../../features/admin/site/SitePanel'
import { sectionLooks } from './section-looks'

const route = getRouteApi('/Admin/site')

export default function SitePage() {
  const router = useRouter()
  return (
    <SitePanel
      {...route.useLoaderData()}
      looks={sectionLooks}
      onChanged={async () => {
        await refreshLists(['site'])
        await router.invalidate({ sync: true })
      }}
    />
  )
}
