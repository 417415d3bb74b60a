import { useState } from 'react'
import type { RecoveryCodes } from '../../../../api/contract/admin'
import { callAdmin } from '../../../api-client/call'
import { CopyButton } from '../../../ui/CopyButton'
import { FormNotice, QuietSubmit } from '../panel/FormFoot'
import { Actions, RecordForm, type SubmitForm } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import styles from './AccountPanel.module.css'
import { CurrentPassword } from './CurrentPassword'

/** Makes recovery codes, which are shown once. */
export function RecoverySection({ recoveryCodes }: { recoveryCodes: RecoveryCodes }) {
  const { unused } = recoveryCodes
  const reload = useReload()
  const { isBusy, message, errors, save } = useSaving()
  const [codes, setCodes] = useState<readonly string[]>([])

  const submit: SubmitForm = (text, form) =>
    void save('The codes could not be made.', async () => {
      const json = { currentPassword: text('currentPassword') }
      const made = await callAdmin('POST /api/admin/recovery-codes', { json })
      setCodes(made.codes)
      form.reset()
      void reload()
      return 'Write these codes down or copy them: they are not shown again. Each one works once, and older codes are invalid now.'
    })

  return (
    <>
      <p>
        Make ten codes and keep them on paper. Each one sets a new password once, on the login page.
        {unused > 0 && ` You have ${unused} left; new ones replace them.`}
      </p>
      <RecordForm errors={errors} onSubmit={submit}>
        <CurrentPassword label="Your password, for the codes" />
        <QuietSubmit isBusy={isBusy}>Make recovery codes</QuietSubmit>
      </RecordForm>
      <FormNotice message={message} />
      {codes.length > 0 && (
        <>
          <ol className={styles.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <Actions>
            <CopyButton label="Copy the codes" text={codes.join('\n')} />
          </Actions>
        </>
      )}
    </>
  )
}
