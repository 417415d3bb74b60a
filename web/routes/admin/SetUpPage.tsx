import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { refreshLists } from '../../api-client/lists'
import { SetUpPanel } from '../../features/admin/account/SetUpPanel'
import { nextStepsHash } from '../../features/admin/shows/NextSteps'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/start')

export default function SetUpPage() {
  const router = useRouter()
  const navigate = useNavigate()
  const { replaceToken, firstPassword } = useSession.getState()
  return (
    <SetUpPanel
      {...route.useLoaderData()}
      firstPassword={firstPassword}
      onNewToken={replaceToken}
      onDone={async () => {
        useSession.setState({ firstPassword: undefined })
        await refreshLists(['site', 'shows', 'music', 'songs'])
        await router.invalidate({ sync: true })
        await navigate({ to: pages.admin.path, hash: nextStepsHash })
      }}
    />
  )
}
