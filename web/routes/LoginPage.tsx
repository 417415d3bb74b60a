import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { adminPaths } from '../../api/shared/admin-map'
import { pages } from '../../api/shared/site-map'
import { LoginForm } from '../features/session/LoginForm'
import { Page } from '../ui/Page'

export default function LoginPage() {
  const navigate = useNavigate()
  const { openAdmin } = useRouteContext({ from: '__root__' })

  async function enter(isNew: boolean) {
    const to = isNew ? adminPaths.setUp : pages.admin.path
    try {
      await openAdmin()
      await navigate({ to })
    } catch {
      // The scripts of this page may be older than the site.
      location.assign(to)
    }
  }

  return (
    <Page>
      <LoginForm onLogin={(isNew) => void enter(isNew)} />
    </Page>
  )
}
