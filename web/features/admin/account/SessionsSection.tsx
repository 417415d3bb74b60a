import { useState } from 'react'
import type { AdminSession } from '../../../../api/contract/admin'
import { describeDevice } from '../../../../api/shared/device'
import { limits } from '../../../../api/shared/limits'
import { callAdmin } from '../../../api-client/call'
import { saveDeviceName } from '../../../api-client/device-name'
import { deleteOnce } from '../../../api-client/problem'
import { unsentWarning } from '../../../offline/change-rules'
import { QuietButton } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { TextField } from '../../../ui/Field'
import { useChanges } from '../changes/changes.store'
import { DescribedList } from '../panel/DescribedList'
import { FormNotice, QuietSubmit } from '../panel/FormFoot'
import { moment } from '../panel/moment'
import { Actions, RecordForm } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { unsavedForms } from '../records/unsaved-forms'
import { useUploads } from '../uploads/uploads.store'

interface SessionsSectionProps {
  sessions: readonly AdminSession[]
  /** Called after all sessions were ended. */
  onLoggedOut: () => void
}

/** The name of a session's device, or what its browser says. */
const titleOf = ({ name, device }: Pick<AdminSession, 'name' | 'device'>) =>
  name ?? describeDevice(device)

/** The phones and computers that are logged in, each of which can be logged out. */
export function SessionsSection({ sessions, onLoggedOut }: SessionsSectionProps) {
  const reload = useReload()
  const { entries } = useChanges()
  const mp3s = useUploads(({ tracks }) => tracks.length)
  const warning = unsentWarning(entries, mp3s, unsavedForms())
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, message, errors, save } = useSaving()

  const rename = ({ _id: id }: AdminSession, chosen: string) =>
    void save('The name could not be saved.', async () => {
      const options = { parameters: { id }, json: { name: chosen } }
      await callAdmin('PUT /api/admin/sessions/{id}', options)
      saveDeviceName(chosen)
      await reload()
      return chosen === '' ? 'This device has no name.' : `This device is called ${chosen}.`
    })

  const current = sessions.find(({ isCurrent }) => isCurrent)
  const end = ({ _id: id, ...session }: AdminSession) =>
    void save('It could not be logged out.', async () => {
      const parameters = { id }
      await deleteOnce(callAdmin('DELETE /api/admin/sessions/{id}', { parameters }))
      await reload()
      return `Logged out: ${titleOf(session)}`
    })

  const endAll = () =>
    void save('Logging out everywhere failed.', async () => {
      await callAdmin('POST /api/admin/logout-everywhere', {})
      onLoggedOut()
      return 'Everybody is logged out.'
    })

  return (
    <>
      <DescribedList
        items={sessions}
        textOf={(session) => (
          <>
            {titleOf(session)}, since{' '}
            <time dateTime={session.startedAt}>{moment(session.startedAt)}</time>
            {session.isCurrent ? ' · this device' : `, last used ${moment(session.lastSeenAt)}`}
          </>
        )}
        actionsOf={(session) => (session.isCurrent ? [] : [['End session', () => end(session)]])}
        isBusy={isBusy}
      />
      {current && (
        <RecordForm
          key={current._id}
          errors={errors}
          onSubmit={(text) => rename(current, text('name').trim())}
        >
          <TextField
            label="Name of this device"
            name="name"
            placeholder="Robin’s phone"
            defaultValue={current.name ?? ''}
            maxLength={limits.name}
          />
          <QuietSubmit isBusy={isBusy}>Save name</QuietSubmit>
        </RecordForm>
      )}
      <Actions>
        <QuietButton onClick={() => setConfirming(true)}>Log out everywhere</QuietButton>
      </Actions>
      <FormNotice message={message} />
      {isConfirming && (
        <ConfirmDialog
          title="Log out everywhere?"
          text={`Every device, including this one, must log in again. ${warning}`.trimEnd()}
          confirm="Log out"
          onClose={() => setConfirming(false)}
          onConfirm={endAll}
        />
      )}
    </>
  )
}
