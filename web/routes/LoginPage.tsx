import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { officePaths } from '../../api/shared/office-map'
import { pages } from '../../api/shared/site-map'
import { LoginForm } from '../features/session/LoginForm'
import { Page } from '../ui/Page'

export default function LoginPage() {
  const navigate = useNavigate()
  const { openOffice } = useRouteContext({ from: '__root__' })

  async function enter(isNew: boolean) {
    await openOffice()
    await navigate({ to: isNew ? officePaths.setUp : pages.admin.path })
  }

  return (
    <Page>
      <LoginForm onLogin={(isNew) => void enter(isNew)} />
    </Page>
  )
}
