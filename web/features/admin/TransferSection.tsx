import { type FormEvent, useState } from 'react'
import type { ImportResponse } from '../../../api/contract/transfer'
import { call, callForFile } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { Button } from '../../ui/Button'
import { SelectField, TextField } from '../../ui/Field'
import styles from './AccountPanel.module.css'
import { FormNotice } from './FormFoot'
import { Actions, RecordForm, Section, SideNote, WholeRow } from './Panel'
import { saveAs } from './save-as'
import { useSaving } from './use-saving'

const exports = {
  'shows.csv': 'Shows',
  'songs.csv': 'Songs',
  'enquiries.csv': 'Enquiries',
  'everything.zip': 'Everything in one zip',
} as const

/** A file whose rows were checked. */
interface Checked {
  kind: Kind
  file: File
  result: ImportResponse
}
type Kind = 'shows' | 'songs'
const kinds = { shows: 'Shows', songs: 'Songs' } as const

/** Shows and songs from files, and everything into files. */
export function TransferSection({ onChanged }: { onChanged: () => Promise<void> }) {
  const { isBusy, message, save } = useSaving()
  const [checked, setChecked] = useState<Checked>()
  const errors = checked?.result.rows.filter((row) => row.errors) ?? []

  const download = (name: keyof typeof exports) =>
    void save('The file could not be fetched.', async () => {
      saveAs(name, await callForFile(adminApi(), `GET /api/admin/export/${name}`, {}))
      return `Saved: ${name}`
    })

  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const kind = String(fields.get('kind')) as Kind
    const file = fields.get('file') as File
    setChecked(undefined)
    void save('The file could not be read.', async () => {
      setChecked({ kind, file, result: await send(kind, file, true) })
      return undefined
    })
  }

  const add = ({ kind, file }: Checked) =>
    void save('The file could not be imported.', async () => {
      const { added, skipped } = await send(kind, file, false)
      setChecked(undefined)
      await onChanged()
      return `Added: ${added}. There already: ${skipped}.`
    })

  return (
    <Section id="transfer" title="In and out">
      <p>Spreadsheets (CSV) of shows and songs, and calendars (.ics) of shows, can be imported.</p>
      <RecordForm onSubmit={check}>
        <SelectField label="What is in the file" name="kind" choices={kinds} />
        <TextField
          label="Spreadsheet or calendar"
          name="file"
          type="file"
          accept=".csv,.ics,text/csv,text/calendar"
          required
        />
        <WholeRow>
          <Button type="submit" variant="quiet" aria-disabled={isBusy}>
            Look at the file
          </Button>
        </WholeRow>
      </RecordForm>
      {checked && (
        <>
          <SideNote role="status">
            {checked.result.added} new, {checked.result.skipped} there already, {errors.length} with
            errors.
          </SideNote>
          <ul className={styles.logins}>
            {errors.map(({ line, errors: found = [] }) => (
              <li key={line}>
                Line {line}:{' '}
                {found.map(({ field, message: text }) => `${field}: ${text}`).join(' ')}
              </li>
            ))}
          </ul>
          {errors.length === 0 && checked.result.added > 0 && (
            <Actions>
              <Button aria-disabled={isBusy} onClick={() => add(checked)}>
                {`Add ${checked.result.added}`}
              </Button>
            </Actions>
          )}
        </>
      )}
      <FormNotice message={message} />
      <Actions>
        {(Object.keys(exports) as (keyof typeof exports)[]).map((name) => (
          <Button
            key={name}
            variant="quiet"
            aria-disabled={isBusy}
            aria-label={`Download: ${exports[name]}`}
            onClick={() => download(name)}
          >
            {exports[name]}
          </Button>
        ))}
      </Actions>
    </Section>
  )
}

function send(kind: Kind, file: File, isPreview: boolean): Promise<ImportResponse> {
  const isCalendar = /\.ics$/i.test(file.name) || file.type === 'text/calendar'
  return call(adminApi(), `POST /api/admin/import/${kind}`, {
    body: file,
    headers: { 'content-type': isCalendar ? 'text/calendar' : 'text/csv' },
    searchParams: isPreview ? { preview: '1' } : {},
  })
}
