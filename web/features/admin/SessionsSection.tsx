import { useState } from 'react'
import type { AdminSession } from '../../../api/contract/admin'
import { describeDevice } from '../../../api/shared/device'
import { call } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import styles from './AccountPanel.module.css'
import { FormNotice } from './FormFoot'
import { moment } from './moment'
import { Actions, Section } from './Panel'
import { useSaving } from './use-saving'

interface SessionsSectionProps {
  sessions: readonly AdminSession[]
  /** Called after a session was ended, to read them again. */
  onChanged: () => Promise<void>
  /** Called after all sessions were ended. */
  onLoggedOut: () => void
}

/** The phones and computers that are logged in, each of which can be logged out. */
export function SessionsSection({ sessions, onChanged, onLoggedOut }: SessionsSectionProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, message, save } = useSaving()

  const end = ({ _id: id, device }: AdminSession) =>
    void save('It could not be logged out.', async () => {
      const parameters = { id }
      await deleteOnce(call(adminApi(), 'DELETE /api/admin/sessions/{id}', { parameters }))
      await onChanged()
      return `Logged out: ${describeDevice(device)}`
    })

  function endAll() {
    setConfirming(false)
    void save('Logging out everywhere failed.', async () => {
      await call(adminApi(), 'POST /api/admin/logout-everywhere', {})
      onLoggedOut()
      return 'Everybody is logged out.'
    })
  }

  return (
    <Section id="sessions" title="Sessions">
      <ul className={styles.logins}>
        {sessions.map((session) => (
          <li key={session._id}>
            <p id={`session-${session._id}`}>
              {describeDevice(session.device)}, since{' '}
              <time dateTime={session.startedAt}>{moment(session.startedAt)}</time>
              {session.isCurrent ? ' · this device' : `, last used ${moment(session.lastSeenAt)}`}
            </p>
            {!session.isCurrent && (
              <Button
                variant="quiet"
                aria-describedby={`session-${session._id}`}
                aria-disabled={isBusy}
                onClick={() => end(session)}
              >
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Actions>
        <Button variant="quiet" onClick={() => setConfirming(true)}>
          Log out everywhere
        </Button>
      </Actions>
      <FormNotice message={message} />
      {isConfirming && (
        <ConfirmDialog
          title="Log out everywhere?"
          text="Every device, including this one, must log in again."
          confirm="Log out"
          onCancel={() => setConfirming(false)}
          onConfirm={endAll}
        />
      )}
    </Section>
  )
}
