import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { refreshLists } from '../../api-client/lists'
import { AccountPanel } from '../../features/admin/AccountPanel'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/account')

export default function AccountPage() {
  const navigate = useNavigate()
  const router = useRouter()
  const { replaceToken, clearSession } = useSession.getState()
  return (
    <AccountPanel
      {...route.useLoaderData()}
      onChanged={async () => {
        // A restore changes everything.
        await refreshLists(['site', 'shows', 'music', 'songs'])
        await router.invalidate({ sync: true })
      }}
      onNewToken={replaceToken}
      onLoggedOut={() => {
        clearSession()
        void navigate({ to: pages.login.path })
      }}
    />
  )
}
