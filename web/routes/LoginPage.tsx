import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { adminPaths } from '../../api/shared/admin-map'
import { pages } from '../../api/shared/site-map'
import { LoginForm } from '../features/session/LoginForm'
import { Page } from '../ui/Page'

export default function LoginPage() {
  const navigate = useNavigate()
  const { openAdmin } = useRouteContext({ from: '__root__' })

  async function enter(isNew: boolean) {
    await openAdmin()
    await navigate({ to: isNew ? adminPaths.setUp : pages.admin.path })
  }

  return (
    <Page>
      <LoginForm onLogin={(isNew) => void enter(isNew)} />
    </Page>
  )
}
