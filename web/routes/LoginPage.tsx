import { useNavigate, useRouter } from '@tanstack/react-router'
import { officePaths } from '../../api/shared/office-map'
import { pages } from '../../api/shared/site-map'
import { LoginForm } from '../features/session/LoginForm'
import { Page } from '../ui/Page'
import { openOffice } from './open-office'

export default function LoginPage() {
  const navigate = useNavigate()
  const router = useRouter()

  async function enter(isNew: boolean) {
    await openOffice(router)
    await navigate({ to: isNew ? officePaths.setUp : pages.admin.path })
  }

  return (
    <Page>
      <LoginForm onLogin={(isNew) => void enter(isNew)} />
    </Page>
  )
}
