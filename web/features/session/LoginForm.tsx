import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api-client/call'
import { anonymousApi } from '../../api-client/client'
import { deviceNameField } from '../../api-client/device-name'
import { textsIn } from '../../browser/texts-in'
import { Button, TextButton } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { type Message, Notice } from '../../ui/Notice'
import { PasswordField } from '../../ui/PasswordField'
import { stillWaiting, useIsSlow } from '../../ui/use-is-slow'
import styles from './LoginForm.module.css'
import { PasskeyLogin } from './PasskeyLogin'
import { RecoveryForm } from './RecoveryForm'
import { useSession } from './session.store'

interface LoginFormProps {
  /** @param isNew whether the account had its generated password until now */
  onLogin: (isNew: boolean) => void
}

/** The recovery code and the user name of the printed link, which are removed from the address. */
function takeLink(): { code: string; username: string } | undefined {
  const link = new URLSearchParams(location.hash.slice(1))
  const code = link.get('code')
  if (code === null) return
  history.replaceState(history.state, '', location.pathname)
  return { code, username: link.get('username') ?? '' }
}

/** The login form, drawn as a backstage pass. */
export function LoginForm({ onLogin }: LoginFormProps) {
  const login = useSession((session) => session.login)
  const hasExpired = useSession((session) => session.expired)
  const [link] = useState(takeLink)
  const [isRecovering, setRecovering] = useState(link !== undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message>()

  /** Shows a form and focuses the heading, because the pressed button is removed. */
  function showForm(form: 'login' | 'recovery') {
    setRecovering(form === 'recovery')
    heading.current?.focus()
  }

  /** @param firstPassword see `Session`; undefined if the account is not new */
  function accept(token: string, firstPassword?: string) {
    useSession.setState({ firstPassword })
    login(token)
    onLogin(firstPassword !== undefined)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const text = textsIn(event.currentTarget)
    setBusy(true)
    setFailure(undefined)
    try {
      const json = { username: text('username'), password: text('password'), ...deviceNameField() }
      const { token, isNew } = await call(anonymousApi(), 'POST /api/admin/login', { json })
      // The login page of a public Wi-Fi responds with status 200, too.
      if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
        throw new Error('The response has no token.')
      accept(token, isNew ? json.password : undefined)
    } catch (error) {
      console.error('Login failed:', error)
      setFailure({ kind: 'problem', text: 'Login failed. Please check your credentials.' })
    } finally {
      setBusy(false)
    }
  }

  const isSlow = useIsSlow(isBusy)
  const expiry: Message | undefined = hasExpired
    ? { kind: 'problem', text: 'Your session has expired. Please log in again.' }
    : undefined
  return (
    <div className={styles.pass}>
      <div className={styles.slot} />
      <div className={styles.head}>
        <p className={styles.access}>Backstage · all areas</p>
        <h1 ref={heading} tabIndex={-1}>
          Welcome back!
        </h1>
      </div>
      {isRecovering ? (
        <RecoveryForm link={link} onToken={accept} onCancel={() => showForm('login')} />
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <Notice message={isSlow ? stillWaiting : (failure ?? expiry)} />
          <TextField
            label="Username"
            name="username"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField label="Password" name="password" required={false} />
          <Button type="submit" aria-disabled={isBusy}>
            Login
          </Button>
          <PasskeyLogin
            onToken={accept}
            onFailure={(error) => {
              console.error('Login with a passkey failed:', error)
              setFailure({ kind: 'problem', text: 'The passkey did not work. Use the password.' })
            }}
          />
          <TextButton onClick={() => showForm('recovery')}>Forgot the password?</TextButton>
        </form>
      )}
    </div>
  )
}
