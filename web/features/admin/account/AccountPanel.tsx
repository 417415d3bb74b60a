import type { LucideIcon } from 'lucide-react'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'
import Gauge from 'lucide-react/icons/gauge'
import History from 'lucide-react/icons/history'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Lock from 'lucide-react/icons/lock'
import Mail from 'lucide-react/icons/mail'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Save from 'lucide-react/icons/save'
import type { ComponentType } from 'react'
import type { AdminSession, Login, RecoveryCodes } from '../../../../api/contract/admin'
import type { BackupsResponse } from '../../../../api/contract/backups'
import type { BinItem } from '../../../../api/contract/bin'
import type { MailSettingsResponse } from '../../../../api/contract/mail'
import type { Passkey } from '../../../../api/contract/passkeys'
import type { SiteStatus } from '../../../../api/contract/status'
import { isBeforeRestore } from '../../../../api/shared/backup-name'
import { counted } from '../../../../api/shared/counted'
import { describeDevice } from '../../../../api/shared/device'
import { limits } from '../../../../api/shared/limits'
import { withFullStop } from '../../../../api/shared/with-full-stop'
import { callAdmin, callForFile } from '../../../api-client/call'
import { QuietButton } from '../../../ui/Button'
import { fileSize } from '../../../ui/file-size'
import { Notice } from '../../../ui/Notice'
import { PasswordField } from '../../../ui/PasswordField'
import list from '../panel/DescribedList.module.css'
import { FormActions, FormNotice, QuietSubmit } from '../panel/FormFoot'
import { moment } from '../panel/moment'
import { type PageSection, PageSections } from '../panel/PageSections'
import { Actions, Panel, RecordForm, SideNote, type SubmitForm, WholeRow } from '../panel/Panel'
import { saveAs } from '../panel/save-as'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { accountParts } from './account-parts'
import { BinSection } from './BinSection'
import { CurrentPassword } from './CurrentPassword'
import { MailSection } from './MailSection'
import { PasskeysSection } from './PasskeysSection'
import { RecoverySection } from './RecoverySection'
import { RestoreSection } from './RestoreSection'
import { SessionsSection } from './SessionsSection'
import { backupState, StatusSection } from './StatusSection'
import { TransferSection } from './TransferSection'

interface AccountPanelProps {
  logins: readonly Login[]
  backups: BackupsResponse
  bin: readonly BinItem[]
  mail: MailSettingsResponse['mail']
  sessions: readonly AdminSession[]
  passkeys: readonly Passkey[]
  recoveryCodes: RecoveryCodes
  status: SiteStatus
  /** Called with the token that replaces all others. */
  onNewToken: (token: string) => void
  /** Called after all tokens were revoked. */
  onLoggedOut: () => void
}

/** The account page: the state of the site, all ways to get in, mail, backups and the bin. */
export const AccountPanel = (props: AccountPanelProps) => (
  <Panel title="Account">
    <PageSections sections={sectionsOf(props)} />
  </Panel>
)

type SectionRow = readonly [
  id: string,
  name: string,
  about: string,
  icon: LucideIcon,
  Content: ComponentType<AccountPanelProps>,
]

const [transfer, bin] = accountParts

function sectionsOf(props: AccountPanelProps): PageSection[] {
  const { logins, sessions, passkeys, recoveryCodes, status } = props
  const { unused } = recoveryCodes
  const keys = passkeys.length === 0 ? 'None yet' : counted(passkeys.length, 'passkey')
  const codes = unused === 0 ? 'No codes' : `${counted(unused, 'code')} left`
  const devices = `${counted(sessions.length, 'device')} logged in`
  const lastLogin = logins[0] ? moment(logins[0].at) : 'None yet'
  const rows: readonly SectionRow[] = [
    ['status', 'State', 'Speed, disk and version', Gauge, StatusSection],
    ['password', 'Password', 'A new one logs everybody else out', Lock, PasswordSection],
    ['passkeys', 'Passkeys', keys, FingerprintPattern, PasskeysSection],
    ['recovery', 'Recovery codes', codes, LifeBuoy, RecoverySection],
    ['sessions', 'Sessions', devices, MonitorSmartphone, SessionsSection],
    ['last-logins', 'Last logins', lastLogin, History, LastLoginsSection],
    ['mail', 'Mail', status.mail.isOn ? 'On' : 'Off', Mail, MailSection],
    ['backups', 'Backups', backupState(status.backup), Save, BackupsSection],
    ['restore', 'Restore', 'Everything as it was at a backup', RotateCcw, RestoreSection],
    [transfer.id, transfer.name, transfer.about, transfer.icon, TransferSection],
    [bin.id, bin.name, bin.about, bin.icon, BinSection],
  ]
  return rows.map(([id, name, about, icon, Content]) => ({
    id,
    name,
    about,
    icon,
    content: <Content {...props} />,
  }))
}

const LastLoginsSection = ({ logins }: Pick<AccountPanelProps, 'logins'>) => (
  <>
    <p>One that you don’t know? Log out everywhere and change the password.</p>
    <ul className={list.list}>
      {logins.map(({ at, address, device }) => (
        <li key={at}>
          <time dateTime={at}>{moment(at)}</time> · {describeDevice(device)} · {address}
        </li>
      ))}
    </ul>
  </>
)

function BackupsSection({ backups: stored }: Pick<AccountPanelProps, 'backups'>) {
  const { backups, keep, checked, failure } = stored
  const reload = useReload()
  const { isBusy, message, errors, save } = useSaving()
  const last = backups.find(({ name }) => !isBeforeRestore(name))

  const download = (name: string, currentPassword: string, form: HTMLFormElement) =>
    void save('The backup could not be fetched.', async () => {
      const options = { parameters: { name }, json: { currentPassword } }
      const archive = await callForFile('POST /api/admin/backups/{name}', options)
      saveAs(name, archive)
      form.reset()
      return `Saved: ${name}`
    })

  const backUp = () =>
    void save('The backup could not be written.', async () => {
      const written = await callAdmin('POST /api/admin/backups', {})
      await reload()
      // The section shows a failure.
      return written.failure ? undefined : 'Backed up, and checked that it can be restored.'
    })

  return (
    <>
      {keep === 0 && <p>Automatic backups are turned off.</p>}
      {keep > 0 && !last && <p>The first one comes within the hour.</p>}
      {failure && (
        <Notice
          message={{
            kind: 'problem',
            text: `The backup of ${moment(failure.at)} failed. ${failure.message}`,
          }}
        />
      )}
      {last && (
        <p>
          The last one is of <time dateTime={last.at}>{moment(last.at)}</time>,{' '}
          {fileSize(last.size)}.{' '}
          {checked?.name === last.name && (
            <>
              Restored and checked on{' '}
              <time dateTime={checked.at}>{withFullStop(moment(checked.at))}</time>{' '}
            </>
          )}
          {keep > 0
            ? `The last ${keep} are kept, one a day.`
            : 'Backups are not deleted automatically.'}{' '}
          Keep one somewhere else from time to time.
        </p>
      )}
      <Actions>
        <QuietButton aria-disabled={isBusy} onClick={backUp}>
          Back up now
        </QuietButton>
      </Actions>
      {last && (
        <RecordForm
          errors={errors}
          onSubmit={(text, form) => download(last.name, text('currentPassword'), form)}
        >
          <CurrentPassword label="Your password" />
          <QuietSubmit isBusy={isBusy}>Download the last backup</QuietSubmit>
        </RecordForm>
      )}
      <FormNotice message={message} />
    </>
  )
}

function PasswordSection({ onNewToken }: Pick<AccountPanelProps, 'onNewToken'>) {
  const reload = useReload()
  const { isBusy, message, errors, save } = useSaving()

  const submit: SubmitForm = (text, form) => {
    const json = { currentPassword: text('currentPassword'), newPassword: text('newPassword') }
    void save('The password could not be changed.', async () => {
      const { token } = await callAdmin('PUT /api/admin/password', { json })
      onNewToken(token)
      form.reset()
      void reload()
      return 'The password is changed. Everybody else is logged out. Passkeys and recovery codes are gone: make new ones.'
    })
  }

  return (
    <RecordForm errors={errors} onSubmit={submit}>
      <CurrentPassword />
      <PasswordField label="New password" name="newPassword" minLength={limits.minPassword} />
      <WholeRow>
        <SideNote>Passkeys and recovery codes end with the old password.</SideNote>
      </WholeRow>
      <FormActions submit="Change password" isBusy={isBusy} onCancel={undefined} />
      <FormNotice message={message} />
    </RecordForm>
  )
}
