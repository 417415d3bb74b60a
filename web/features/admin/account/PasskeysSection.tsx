import type { Passkey } from '../../../../api/contract/passkeys'
import { limits } from '../../../../api/shared/limits'
import { callAdmin } from '../../../api-client/call'
import { readDeviceName } from '../../../api-client/device-name'
import { deleteOnce } from '../../../api-client/problem'
import { TextField } from '../../../ui/Field'
import { DescribedList } from '../panel/DescribedList'
import { FormNotice, QuietSubmit } from '../panel/FormFoot'
import { moment } from '../panel/moment'
import { RecordForm, type SubmitForm } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { CurrentPassword } from './CurrentPassword'

/** The passkeys, with which fingers and faces log in instead of the password. */
export function PasskeysSection({ passkeys }: { passkeys: readonly Passkey[] }) {
  const reload = useReload()
  const { isBusy, message, errors, save } = useSaving()

  const add: SubmitForm = (text, form) =>
    void save('The passkey could not be added.', async () => {
      const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser')
      if (!browserSupportsWebAuthn()) return 'This browser can not use passkeys on this address.'
      const confirmed = { json: { currentPassword: text('currentPassword') } }
      const { options } = await callAdmin('POST /api/admin/passkeys/registration', confirmed)
      const credential = await startRegistration({ optionsJSON: options }).catch((error: unknown) =>
        console.debug('No passkey was created:', error),
      )
      if (!credential) return 'No passkey was added.'
      const name = text('name')
      await callAdmin('POST /api/admin/passkeys', { json: { name, credential } })
      form.reset()
      await reload()
      return `Added: ${name}`
    })

  const remove = ({ _id: id, name }: Passkey) =>
    void save('The passkey could not be deleted.', async () => {
      await deleteOnce(callAdmin('DELETE /api/admin/passkeys/{id}', { parameters: { id } }))
      await reload()
      return `Deleted: ${name}`
    })

  return (
    <>
      <p>Log in with a finger, a face or a key. The password still works.</p>
      <DescribedList
        items={passkeys}
        textOf={({ name, lastUsedAt, createdAt }) =>
          `${name}, ${
            lastUsedAt
              ? `last used ${moment(lastUsedAt)}`
              : `added ${moment(createdAt)}, not used yet`
          }`
        }
        actionsOf={(passkey) => [['Delete passkey', () => remove(passkey)]]}
        isBusy={isBusy}
      />
      <RecordForm errors={errors} onSubmit={add}>
        <TextField
          label="Name of the passkey"
          name="name"
          defaultValue={readDeviceName() ?? ''}
          maxLength={limits.name}
          required
        />
        <CurrentPassword label="Your password, for the passkey" />
        <QuietSubmit isBusy={isBusy}>Add a passkey</QuietSubmit>
      </RecordForm>
      <FormNotice message={message} />
    </>
  )
}
