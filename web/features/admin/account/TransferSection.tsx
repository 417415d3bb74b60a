import { QuietButton } from '../../../ui/Button'
import { SelectField, TextArea, TextField } from '../../../ui/Field'
import { FormNotice, QuietSubmit, RecordNotice } from '../panel/FormFoot'
import { Actions, RecordForm, SideNote, WholeRow } from '../panel/Panel'
import { saveExport } from '../panel/save-export'
import { useSaving } from '../panel/use-saving'
import { undoTime } from '../records/import-table'
import { CheckedCounts, CheckedTable } from './CheckedTable'
import { useImport } from './use-import'

const exports = [
  ['shows.csv', 'Shows'],
  ['songs.csv', 'Songs'],
  ['enquiries.csv', 'Enquiries'],
  ['everything.zip', 'Everything in one zip'],
] as const

const kinds = { shows: 'Shows', songs: 'Songs' } as const

/** Shows and songs from files or pasted lines, and everything into files. */
export function TransferSection() {
  const saving = useSaving()
  const { isBusy, problem, notice, save, clearMessages } = saving
  const { checked, pasted, last, ...importing } = useImport(saving)

  return (
    <>
      <p>
        Shows and songs can be imported from spreadsheets (CSV), from cells or lines that you paste,
        and shows from calendars (.ics).
      </p>
      <RecordForm onSubmit={importing.submit}>
        <SelectField
          label="What it contains"
          name="kind"
          choices={kinds}
          onChange={importing.discardResult}
        />
        <TextField
          label="Spreadsheet or calendar"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,.ics,text/csv,text/calendar"
          onChange={() => importing.replaceText(undefined)}
        />
        <WholeRow>
          <TextArea
            label="Or paste it here"
            help="Shows: date (the year may be missing), venue, city, time, note. Songs: title, artist. Or with column names in the first line."
            rows={5}
            value={pasted}
            onChange={({ currentTarget }) =>
              importing.replaceText(currentTarget.value || undefined)
            }
          />
        </WholeRow>
        <QuietSubmit isBusy={isBusy}>Look at it</QuietSubmit>
      </RecordForm>
      {/* Always rendered, because screen readers announce only changes of an existing region. */}
      <div role="status">{checked && <CheckedCounts {...checked.result} />}</div>
      {checked && (
        <CheckedTable
          checked={checked}
          isBusy={isBusy}
          onOrder={(dates) => importing.checkInOrder(checked, dates)}
          onAdd={() => importing.add(checked)}
        />
      )}
      <FormNotice message={problem} />
      <RecordNotice message={notice} onClose={clearMessages} />
      {last && Date.now() - last.at < undoTime && !notice && (
        <Actions>
          <SideNote id="last-import">Last import: {last.text}</SideNote>
          <QuietButton
            aria-describedby="last-import"
            aria-disabled={isBusy}
            onClick={() => importing.undo(last)}
          >
            Undo the last import
          </QuietButton>
        </Actions>
      )}
      <SideNote>Download:</SideNote>
      <Actions>
        {exports.map(([name, label]) => (
          <QuietButton
            key={name}
            aria-disabled={isBusy}
            aria-label={`Download: ${label}`}
            onClick={() => void save('The file could not be fetched.', () => saveExport(name))}
          >
            {label}
          </QuietButton>
        ))}
      </Actions>
    </>
  )
}
