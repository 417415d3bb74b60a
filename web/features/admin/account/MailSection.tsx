import type { MailSettingsResponse } from '../../../../api/contract/mail'
import { limits } from '../../../../api/shared/limits'
import { callAdmin } from '../../../api-client/call'
import { QuietButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { PasswordField } from '../../../ui/PasswordField'
import { FormNotice, QuietSubmit } from '../panel/FormFoot'
import { Actions, RecordForm, type SubmitForm } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'

/** Where mail about enquiries goes, unless the environment determines it. */
export function MailSection({ mail }: MailSettingsResponse) {
  const reload = useReload()
  const { isBusy, message, errors, save } = useSaving()

  const submit: SubmitForm = (typed) => {
    const text = (name: string) => typed(name).trim()
    void save('The mail settings could not be saved.', async () => {
      const password = typed('password')
      const json = {
        host: text('host'),
        port: Number(text('port')),
        username: text('username'),
        from: text('from'),
        to: text('to'),
        ...(password && { password }),
      }
      await callAdmin('PUT /api/admin/mail', { json })
      await reload()
      return json.host === '' ? 'Mail is off.' : 'Saved. Send a test mail now.'
    })
  }

  const test = () =>
    void save('The test mail could not be sent.', async () => {
      const { isAccepted, response } = await callAdmin('POST /api/admin/mail/test', {})
      return isAccepted
        ? `The mail server accepted the mail: ${response}`
        : { kind: 'problem', text: `The test mail was not accepted: ${response}` }
    })

  return (
    <>
      {mail.isFromEnvironment ? (
        <p>The site’s environment says that mail goes to {mail.to}.</p>
      ) : (
        <RecordForm errors={errors} onSubmit={submit}>
          <TextField
            label="Mail server"
            name="host"
            defaultValue={mail.host ?? ''}
            help="As your mail provider calls it, such as smtp.example.org. Empty turns mail off."
          />
          <TextField
            label="Port"
            name="port"
            type="number"
            min={1}
            max={65_535}
            defaultValue={mail.port ?? 465}
          />
          <TextField
            label="User name at the mail server"
            name="username"
            autoComplete="off"
            defaultValue={mail.username ?? ''}
          />
          <PasswordField
            label="Password at the mail server"
            name="password"
            autoComplete="off"
            required={false}
            maxLength={limits.password}
            help={
              mail.hasPassword
                ? 'One is stored. Leave this empty to keep it, unless you change the server, the port or the user name.'
                : undefined
            }
          />
          <TextField label="From" name="from" inputMode="email" defaultValue={mail.from ?? ''} />
          <TextField label="To" name="to" inputMode="email" defaultValue={mail.to ?? ''} />
          <QuietSubmit isBusy={isBusy}>Save mail settings</QuietSubmit>
        </RecordForm>
      )}
      {mail.host !== undefined && (
        <Actions>
          <QuietButton onClick={test} aria-disabled={isBusy}>
            Send a test mail
          </QuietButton>
        </Actions>
      )}
      <FormNotice message={message} />
    </>
  )
}
