import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { SetUpPanel } from '../../features/admin/account/SetUpPanel'
import { useReload } from '../../features/admin/panel/use-reload'
import { nextStepsHash } from '../../features/admin/shows/NextSteps'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/start')

export default function SetUpPage() {
  const reload = useReload('site', 'shows', 'music', 'songs')
  const navigate = useNavigate()
  const { login, firstPassword } = useSession.getState()
  return (
    <SetUpPanel
      {...route.useLoaderData()}
      firstPassword={firstPassword}
      onNewToken={login}
      onDone={async () => {
        useSession.setState({ firstPassword: undefined })
        await reload()
        await navigate({ to: pages.admin.path, hash: nextStepsHash })
      }}
    />
  )
}
