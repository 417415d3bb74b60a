import { useState } from 'react'
import type {
  BackupContents,
  BackupsResponse,
  MissingRecords,
} from '../../../../api/contract/backups'
import { isBeforeRestore } from '../../../../api/shared/backup-name'
import { counted } from '../../../../api/shared/counted'
import { listed } from '../../../../api/shared/listed'
import { withFullStop } from '../../../../api/shared/with-full-stop'
import { callAdmin } from '../../../api-client/call'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { SelectField, TextField } from '../../../ui/Field'
import { FormNotice, QuietSubmit } from '../panel/FormFoot'
import { moment } from '../panel/moment'
import { RecordForm, type SubmitForm } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { CurrentPassword } from './CurrentPassword'

/** The chosen backup (a stored one's name, or a file), and the administrator's password. */
interface Chosen {
  source: string | File
  password: string
}

/** What the chosen backup has, and what it lacks. */
interface Preview {
  chosen: Chosen
  form: HTMLFormElement
  contents: BackupContents
  missing: readonly MissingRecords[]
}

const fromFile = 'file'

/** Replaces the content by that of a backup, after a look at what it contains. */
export function RestoreSection({ backups: { backups } }: { backups: BackupsResponse }) {
  const reload = useReload('site', 'shows', 'music', 'songs')
  const { isBusy, message, errors, save } = useSaving()
  const [chosenName, setSource] = useState(backups[0]?.name)
  // A restore may have removed the chosen backup.
  const source = backups.find(({ name }) => name === chosenName)?.name ?? fromFile
  const [preview, setPreview] = useState<Preview>()

  const check: SubmitForm = (text, form) => {
    const chosen = {
      source: source === fromFile ? (new FormData(form).get('backup') as File) : source,
      password: text('currentPassword'),
    }
    void save('The backup could not be checked.', async () => {
      const { backup, missing } = await restore(chosen, true)
      setPreview({ chosen, form, contents: backup, missing })
      return undefined
    })
  }

  const replace = ({ chosen, form }: Preview) =>
    void save('The backup could not be restored.', async () => {
      const { backup, backupBefore } = await restore(chosen, false)
      await reload()
      form.reset()
      const done = `Restored: the content of ${withFullStop(moment(backup.createdAt))}`
      if (backupBefore === undefined) return done
      setSource(backupBefore)
      return `${done} To undo this, restore again: the backup of the content before it is already chosen.`
    })

  return (
    <>
      <p>Brings back everything as it was at a backup. You see what it contains first.</p>
      <RecordForm errors={errors} onSubmit={check}>
        <SelectField
          label="Backup"
          value={source}
          onChange={(event) => setSource(event.target.value)}
          choices={{
            ...Object.fromEntries(
              backups.map(({ name, at }) => [
                name,
                `${moment(at)}${isBeforeRestore(name) ? ', before a restore' : ''}`,
              ]),
            ),
            [fromFile]: 'A file',
          }}
        />
        {source === fromFile && (
          <TextField
            label="Backup file"
            name="backup"
            type="file"
            accept=".zst,application/zstd"
            required
          />
        )}
        <CurrentPassword label="Your password, to restore" />
        <QuietSubmit isBusy={isBusy}>Look at the backup</QuietSubmit>
      </RecordForm>
      <FormNotice message={message} />
      {preview && (
        <ConfirmDialog
          title={`Go back to ${moment(preview.contents.createdAt)}?`}
          text={summary(preview)}
          confirm="Restore"
          onClose={() => setPreview(undefined)}
          onConfirm={() => replace(preview)}
        />
      )}
    </>
  )
}

function restore({ source, password }: Chosen, isPreview: boolean) {
  const searchParams = isPreview ? { preview: '1' } : {}
  if (typeof source === 'string')
    return callAdmin('POST /api/admin/backups/{name}/restore', {
      parameters: { name: source },
      json: { currentPassword: password },
      searchParams,
    })
  return callAdmin('POST /api/admin/restore', {
    body: source,
    headers: {
      'content-type': 'application/zstd',
      'x-current-password': encodeURIComponent(password),
    },
    searchParams,
  })
}

const nouns = {
  shows: ['show', 'shows'],
  music: ['track', 'tracks'],
  songs: ['song', 'songs'],
  enquiries: ['enquiry', 'enquiries'],
} as const

function summary({ contents: { name, ...counts }, missing }: Preview): string {
  const has = [
    counted(counts.shows, ...nouns.shows),
    counted(counts.tracks, ...nouns.music),
    counted(counts.songs, ...nouns.songs),
    counted(counts.pictures, 'picture'),
    counted(counts.enquiries, ...nouns.enquiries),
  ]
  const lacks = missing.map(({ kind, count, names }) => {
    const more = count > names.length ? [`${count - names.length} more`] : []
    const [one, many] = nouns[kind]
    return `${counted(count, one, many)} (${[...names, ...more].join('; ')})`
  })
  return [
    'The site stores a backup of the current content first, so that you can come back to it.',
    `This backup${name ? ` of ${name}` : ''} has ${listed(has)}.`,
    ...(lacks.length > 0 ? [`It does not have: ${lacks.join(', ')}.`] : []),
    'It replaces the current content, with its texts, pictures, colours and nights off. Passwords, sessions and mail settings stay.',
  ].join(' ')
}
