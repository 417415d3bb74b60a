import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { refreshLists } from '../../api-client/lists'
import { AccountPanel } from '../../features/admin/account/AccountPanel'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/account')

export default function AccountPage() {
  const navigate = useNavigate()
  const router = useRouter()
  const readAgain = () => router.invalidate({ sync: true })
  const { replaceToken, clearSession } = useSession.getState()
  return (
    <AccountPanel
      {...route.useLoaderData()}
      onChanged={readAgain}
      onRestored={async () => {
        await refreshLists(['site', 'shows', 'music', 'songs'])
        await readAgain()
      }}
      onNewToken={replaceToken}
      onLoggedOut={() => {
        clearSession()
        void navigate({ to: pages.login.path })
      }}
    />
  )
}
