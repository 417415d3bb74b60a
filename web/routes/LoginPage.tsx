import { useNavigate } from '@tanstack/react-router'
import { pages } from '../../api/shared/site-map'
import { LoginForm } from '../features/session/LoginForm'
import { Page } from '../ui/Page'

export default function LoginPage() {
  const navigate = useNavigate()
  return (
    <Page>
      <LoginForm
        onLogin={(isNew) => void navigate({ to: isNew ? pages.setUp.path : pages.admin.path })}
      />
    </Page>
  )
}
