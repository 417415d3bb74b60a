import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { AccountPanel } from '../../features/admin/account/AccountPanel'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/account')

export default function AccountPage() {
  const navigate = useNavigate()
  const { login, clearSession } = useSession.getState()
  return (
    <AccountPanel
      {...route.useLoaderData()}
      onNewToken={login}
      onLoggedOut={() => {
        clearSession()
        void navigate({ to: pages.login.path })
      }}
    />
  )
}
