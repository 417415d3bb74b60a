import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { pages } from '../../../api/shared/site-map'
import { AccountPanel } from '../../features/admin/AccountPanel'
import { useSession } from '../../features/session/session.store'

const route = getRouteApi('/Admin/account')

export default function AccountPage() {
  const navigate = useNavigate()
  const router = useRouter()
  const { replaceToken, clearSession } = useSession.getState()
  const { logins, backups, bin, mail, sessions } = route.useLoaderData()
  return (
    <AccountPanel
      logins={logins}
      backups={backups}
      bin={bin}
      mail={mail}
      sessions={sessions}
      onChanged={() => router.invalidate({ sync: true })}
      onNewToken={replaceToken}
      onLoggedOut={() => {
        clearSession()
        void navigate({ to: pages.login.path })
      }}
    />
  )
}
