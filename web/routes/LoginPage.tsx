import { useNavigate } from '@tanstack/react-router'
import { LoginForm } from '../features/session/LoginForm'
import styles from './Page.module.css'

export default function LoginPage() {
  const navigate = useNavigate()
  return (
    <div className={styles.page}>
      <LoginForm onLogin={() => void navigate({ to: '/Admin' })} />
    </div>
  )
}
