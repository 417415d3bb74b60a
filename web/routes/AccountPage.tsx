import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { AccountPanel } from '../features/admin/AccountPanel'
import { AdminMenu } from '../features/admin/AdminMenu'
import { useSession } from '../features/session/session.store'
import styles from './Page.module.css'

const route = getRouteApi('/Admin/account')

export default function AccountPage() {
  const navigate = useNavigate()
  const { renew, leave } = useSession.getState()
  const { logins, backups } = route.useLoaderData()
  return (
    <div className={styles.office}>
      <AdminMenu />
      <AccountPanel
        logins={logins}
        backups={backups}
        onNewToken={renew}
        onLoggedOut={() => {
          leave()
          void navigate({ to: '/login' })
        }}
      />
    </div>
  )
}
