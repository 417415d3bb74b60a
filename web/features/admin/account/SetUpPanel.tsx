import { useState } from 'react'
import type { DemoResponse } from '../../../../api/contract/demo'
import type { AdminSiteResponse } from '../../../../api/contract/site'
import { limits } from '../../../../api/shared/limits'
import { callAdmin } from '../../../api-client/call'
import { SelectField, TextField } from '../../../ui/Field'
import { PasswordField } from '../../../ui/PasswordField'
import { FormActions, FormNotice } from '../panel/FormFoot'
import { Panel, RecordForm, SideNote, type SubmitForm, WholeRow } from '../panel/Panel'
import { useSaving } from '../panel/use-saving'
import { CurrentPassword } from './CurrentPassword'

interface SetUpPanelProps {
  stored: AdminSiteResponse
  demo: DemoResponse
  /** The password of the first start, with which the band has just logged in. Empty if the band has set its own already,
   * undefined if the page was opened without a login. */
  firstPassword: string | undefined
  /** Called with the token that replaces all others. */
  onNewToken: (token: string) => void
  onDone: () => Promise<void>
}

const demoChoices = { keep: 'Keep the demo to look around', empty: 'Start empty' }

/** The page after the first login, which makes the site the band's own. Everything on it can be changed later. */
export function SetUpPanel({ stored, demo, firstPassword, onNewToken, onDone }: SetUpPanelProps) {
  const { isBusy, message, errors, save } = useSaving()
  const [hasPassword, setHasPassword] = useState(firstPassword === '')
  const isDemo = demo.shows + demo.tracks + demo.songs + demo.words > 0
  const { site } = stored
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = Intl.supportedValuesOf('timeZone')

  const submit: SubmitForm = (text) =>
    void save('The site could not be set up.', async () => {
      if (!hasPassword) {
        const currentPassword = firstPassword ?? text('currentPassword')
        const json = { currentPassword, newPassword: text('newPassword') }
        onNewToken((await callAdmin('PUT /api/admin/password', { json })).token)
        setHasPassword(true)
      }
      // Clears the demo band's short name, region and country.
      const ofDemo = isDemo ? { shortName: '', region: '', country: '' } : {}
      const place = { name: text('name'), town: text('town'), timeZone: text('timeZone') }
      const json = { ...place, ...ofDemo }
      await callAdmin('PUT /api/site', { json })
      if (text('demo') === 'empty') await callAdmin('DELETE /api/admin/demo', {})
      await onDone()
      return 'The site is yours.'
    })

  return (
    <Panel title="Welcome!">
      <SideNote>Whose site is this? Everything here can be changed later.</SideNote>
      <RecordForm errors={errors} onSubmit={submit}>
        <TextField
          label="Band name"
          name="name"
          defaultValue={isDemo ? '' : site.name}
          placeholder={site.name}
          maxLength={limits.name}
          required
        />
        <TextField
          label="Town"
          name="town"
          defaultValue={isDemo ? '' : (site.town ?? '')}
          placeholder={site.town}
          maxLength={limits.line}
        />
        <SelectField
          label="Time zone"
          name="timeZone"
          defaultValue={zones.includes(ownZone) ? ownZone : site.timeZone}
          choices={Object.fromEntries(zones.map((zone) => [zone, zone.replaceAll('_', ' ')]))}
        />
        {!hasPassword && firstPassword === undefined && <CurrentPassword />}
        {!hasPassword && (
          <PasswordField label="New password" name="newPassword" minLength={limits.minPassword} />
        )}
        {isDemo && (
          <WholeRow>
            <SelectField label="Demo content" name="demo" choices={demoChoices} />
          </WholeRow>
        )}
        <FormActions submit="Make it ours" isBusy={isBusy} onCancel={undefined} />
        <FormNotice message={message} />
      </RecordForm>
    </Panel>
  )
}
