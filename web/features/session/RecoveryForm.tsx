import { type FormEvent, useState } from 'react'
import { limits } from '../../../api/shared/limits'
import { call } from '../../api-client/call'
import { anonymousApi } from '../../api-client/client'
import { deviceNameField } from '../../api-client/device-name'
import { fieldErrors, sentence } from '../../api-client/problem'
import { textsIn } from '../../browser/texts-in'
import { Button, QuietButton } from '../../ui/Button'
import { FieldErrors, TextField } from '../../ui/Field'
import { type Message, Notice } from '../../ui/Notice'
import { PasswordField } from '../../ui/PasswordField'
import styles from './LoginForm.module.css'

interface RecoveryFormProps {
  /** The code and the user name, if the person came by the link that the first start prints. */
  link: { code: string; username: string } | undefined
  /** @param firstPassword see `Session`; undefined if the account is not new */
  onToken: (token: string, firstPassword?: string) => void
  onCancel: () => void
}

/** The form that sets a new password with a recovery code. */
export function RecoveryForm({ link, onToken, onCancel }: RecoveryFormProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message>()
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const text = textsIn(event.currentTarget)
    setBusy(true)
    setFailure(undefined)
    setErrors({})
    try {
      const json = {
        username: text('username'),
        code: text('code'),
        newPassword: text('newPassword'),
        ...deviceNameField(),
      }
      const { token, isNew } = await call(anonymousApi(), 'POST /api/admin/recover', { json })
      onToken(token, isNew ? '' : undefined)
    } catch (error) {
      console.error('Recovery failed:', error)
      setErrors(fieldErrors(error))
      setFailure({ kind: 'problem', text: sentence('The password could not be set.', error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <FieldErrors value={errors}>
      <form className={styles.form} onSubmit={submit}>
        <Notice message={failure} />
        <TextField
          label="Username"
          name="username"
          defaultValue={link?.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          label="Recovery code"
          name="code"
          defaultValue={link?.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <PasswordField label="New password" name="newPassword" minLength={limits.minPassword} />
        <Button type="submit" aria-disabled={isBusy}>
          Set new password
        </Button>
        <QuietButton onClick={onCancel}>Back to login</QuietButton>
      </form>
    </FieldErrors>
  )
}
