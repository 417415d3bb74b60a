import { type FormEvent, useState } from 'react'
import type { Login, TokenResponse } from '../../../api/contract/admin'
import type { BackupsResponse } from '../../../api/contract/backups'
import { limits } from '../../../api/contract/limits'
import { adminApi } from '../../api-client/client'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextField } from '../../ui/Field'
import { fileSize } from '../../ui/file-size'
import styles from './Admin.module.css'
import { describeDevice } from './device'
import { FormActions, FormNotice } from './FormFoot'
import { moment } from './moment'
import { saveAs } from './save-as'
import { useSaving } from './use-saving'

interface AccountPanelProps {
  logins: readonly Login[]
  backups: BackupsResponse
  /** Told the token that takes the place of all others. */
  onNewToken: (token: string) => void
  /** Told that no token holds any more. */
  onLoggedOut: () => void
}

/** The administrator's own page: the password, and who was logged in. */
export function AccountPanel({ logins, backups, onNewToken, onLoggedOut }: AccountPanelProps) {
  return (
    <div className={styles.panel}>
      <h1 tabIndex={-1}>Account</h1>
      <PasswordForm onNewToken={onNewToken} />
      <section className={styles.section} aria-labelledby="last-logins">
        <h2 id="last-logins">Last logins</h2>
        <p>One that you don’t know? Log out everywhere and change the password.</p>
        <ul className={styles.items}>
          {logins.map(({ at, address, device }) => (
            <li key={at} className={styles.item}>
              <span className={styles.text}>
                <time dateTime={at}>{moment(at)}</time> · {describeDevice(device)} · {address}
              </span>
            </li>
          ))}
        </ul>
        <LogOutEverywhere onLoggedOut={onLoggedOut} />
      </section>
      <LastBackup {...backups} />
    </div>
  )
}

function LastBackup({ backups, keep }: BackupsResponse) {
  const { isBusy, message, errors, save } = useSaving()
  const [last] = backups

  function download(event: FormEvent<HTMLFormElement>, name: string) {
    event.preventDefault()
    const form = event.currentTarget
    const body = Object.fromEntries(new FormData(form))
    void save('The backup could not be fetched.', async () => {
      saveAs(name, await adminApi().post(`api/admin/backups/${name}`, { json: body }).blob())
      form.reset()
      return `Saved: ${name}`
    })
  }

  return (
    <section className={styles.section} aria-labelledby="last-backup">
      <h2 id="last-backup">Backups</h2>
      {keep === 0 && <p>Automatic backups are turned off.</p>}
      {keep > 0 && !last && <p>The first one comes within the hour.</p>}
      {last && (
        <>
          <p>
            The last one is of <time dateTime={last.at}>{moment(last.at)}</time>,{' '}
            {fileSize(last.size)}. The last {keep} are kept, one a day. Keep one somewhere else from
            time to time.
          </p>
          <form className={styles.form} onSubmit={(event) => download(event, last.name)}>
            <TextField
              label="Your password"
              name="currentPassword"
              type="password"
              autoComplete="current-password"
              error={errors['currentPassword']}
              required
            />
            <div className={`${styles.wide} ${styles.actions}`}>
              <Button type="submit" look="quiet" aria-disabled={isBusy}>
                Download the last backup
              </Button>
            </div>
          </form>
        </>
      )}
      <FormNotice message={message} />
    </section>
  )
}

function PasswordForm({ onNewToken }: Pick<AccountPanelProps, 'onNewToken'>) {
  const { isBusy, message, errors, save } = useSaving()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = Object.fromEntries(new FormData(form))
    void save('The password could not be changed.', async () => {
      const answer = await adminApi()
        .put('api/admin/password', { json: body })
        .json<TokenResponse>()
      onNewToken(answer.token)
      form.reset()
      return 'The password is changed. Everybody else is logged out.'
    })
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        error={errors['currentPassword']}
        required
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        minLength={limits.shortestPassword}
        error={errors['newPassword']}
        required
      />
      <FormActions submit="Change password" isBusy={isBusy} onCancel={undefined} />
      <FormNotice message={message} />
    </form>
  )
}

function LogOutEverywhere({ onLoggedOut }: Pick<AccountPanelProps, 'onLoggedOut'>) {
  const [isAsking, setAsking] = useState(false)
  const { message, save } = useSaving()

  function logOut() {
    setAsking(false)
    void save('Logging out everywhere failed.', async () => {
      await adminApi().post('api/admin/logout-everywhere')
      onLoggedOut()
      return 'Everybody is logged out.'
    })
  }

  return (
    <>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => setAsking(true)}>
          Log out everywhere
        </Button>
      </div>
      <FormNotice message={message} />
      {isAsking && (
        <ConfirmDialog
          title="Log out everywhere?"
          text="Every phone and computer, this one included, has to log in again."
          confirm="Log out"
          onCancel={() => setAsking(false)}
          onConfirm={logOut}
        />
      )}
    </>
  )
}
