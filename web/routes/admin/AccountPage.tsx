import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { AccountPanel } from '../../features/admin/AccountPanel'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/account')

export default function AccountPage() {
  const navigate = useNavigate()
  const { replaceToken, clearSession } = useSession.getState()
  const { logins, backups } = route.useLoaderData()
  return (
    <AccountPanel
      logins={logins}
      backups={backups}
      onNewToken={replaceToken}
      onLoggedOut={() => {
        clearSession()
        void navigate({ to: pages.login.path })
      }}
    />
  )
}
