import { useLocation, useNavigate, useRouteContext } from '@tanstack/react-router'
import { adminPaths } from '../../api/shared/admin-map'
import { pages } from '../../api/shared/site-map'
import { LoginForm } from '../features/session/LoginForm'
import { Page } from '../ui/Page'

export default function LoginPage() {
  const navigate = useNavigate()
  const { openAdmin } = useRouteContext({ from: '__root__' })
  const { returnTo = pages.admin.path } = useLocation({ select: ({ state }) => state })

  async function enter(isNew: boolean) {
    const href = isNew ? adminPaths.setUp : returnTo
    try {
      await openAdmin()
      await navigate({ href })
    } catch {
      // The scripts of this page may be older than the site.
      location.assign(href)
    }
  }

  return (
    <Page>
      <LoginForm onLogin={(isNew) => void enter(isNew)} />
    </Page>
  )
}
