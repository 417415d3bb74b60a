import { useEffect, useRef, useState } from 'react'
import type { ImportResponse, ImportRow } from '../../../../api/contract/transfer'
import { decodeText } from '../../../../api/shared/decode-text'
import { longDate } from '../../../../api/shared/show-dates'
import { callAdmin, callForFile } from '../../../api-client/call'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { Button } from '../../../ui/Button'
import { SelectField, TextArea, TextField } from '../../../ui/Field'
import list from '../panel/DescribedList.module.css'
import { FormNotice, QuietSubmit, RecordNotice } from '../panel/FormFoot'
import { Actions, RecordForm, SideNote, type SubmitForm, WholeRow } from '../panel/Panel'
import { saveAs } from '../panel/save-as'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { storedDraft, useStoredDraft } from '../records/draft-storage'
import {
  csvOf,
  type DateOrder,
  importTable,
  previewTable,
  type Table,
  undoImport,
  undoTime,
} from '../records/import-table'
import {
  conflictRows,
  showFields,
  songFields,
  textsOf,
  textsOfSong,
} from '../records/record-fields'
import { splitRows } from './split-rows'

const exports = {
  'shows.csv': 'Shows',
  'songs.csv': 'Songs',
  'enquiries.csv': 'Enquiries',
  'everything.zip': 'Everything in one zip',
} as const

/** Rows that were checked. */
interface Checked extends Table {
  /** The Idempotency-Key of adding them. */
  key: string
  result: ImportResponse
}
interface LastImport {
  id: string
  /** What it has added. */
  text: string
  /** Milliseconds since 1970. */
  at: number
}

type Kind = Table['kind']
const kinds = { shows: 'Shows', songs: 'Songs' } as const
const dateOrders = {
  '': 'Please choose',
  dmy: 'Day first: 31/12/2031',
  mdy: 'Month first: 12/31/2031',
}

/** Shows and songs from files or pasted lines, and everything into files. */
export function TransferSection() {
  const reload = useReload()
  const { isBusy, problem, notice, save, clearMessages } = useSaving()
  const [checked, setChecked] = useState<Checked>()
  const [pasted, setPasted] = useStoredDraft('import', '')
  /** An import that can be undone, also after a reload. */
  const [last, setLast] = useStoredDraft<LastImport | undefined>('last import', undefined)

  const download = (name: keyof typeof exports) =>
    void save('The file could not be fetched.', async () => {
      saveAs(name, await callForFile(`GET /api/admin/export/${name}`, {}))
      return `Saved: ${name}`
    })

  /** Replaces the text. The result of checking the former one no longer applies. */
  function replaceText(text: string | undefined) {
    setPasted(text)
    setChecked(undefined)
  }

  const submit: SubmitForm = (textOf, form) => {
    const kind = textOf('kind') as Kind
    const file = new FormData(form).get('file') as File
    const isPasted = pasted.trim() !== ''
    void save('The rows could not be read.', async () => {
      if (!isPasted && file.size === 0)
        return { text: 'Choose a file or paste some lines first.', isHint: true }
      const text = isPasted ? pasted : await readTable(file)
      // The person corrects the text here, not in the file.
      setPasted(text)
      await check({ kind, text, dates: '' })
      return undefined
    })
  }

  async function check(table: Table) {
    setChecked(undefined)
    const result = await previewTable(table)
    setChecked({ ...table, result, key: newIdempotencyKey() })
  }

  const checkInOrder = (table: Table, dates: DateOrder) =>
    void save('The rows could not be read.', async () => {
      await check({ ...table, dates })
      return undefined
    })

  /** Adds the rows without errors; the others stay in the text, to be corrected. */
  const add = (table: Checked) =>
    void save('The rows could not be imported.', async () => {
      const { right, wrong } = splitRows(table.text, table.result.rows)
      const { added, skipped, importId } = await importTable({ ...table, text: right }, table.key)
      setChecked(undefined)
      // It may have been corrected meanwhile.
      if (storedDraft('import') === table.text) setPasted(wrong || undefined)
      await reload()
      // The rows are added, so a failure of this check must not say that they were not. The person can press the button again.
      if (wrong !== '') await check({ ...table, text: wrong }).catch(() => undefined)
      const text = `Added: ${added}. There already: ${skipped}.`
      if (importId === undefined) return text
      setLast({ id: importId, text, at: Date.now() })
      return { text, undo: () => undo(importId) }
    })

  const undo = (id: string) =>
    void save('The import could not be undone.', async () => {
      const done = await undoImport(id)
      setLast(undefined)
      await reload()
      return done
    })

  return (
    <>
      <p>
        Shows and songs can be imported from spreadsheets (CSV), from cells or lines that you paste,
        and shows from calendars (.ics).
      </p>
      <RecordForm onSubmit={submit}>
        <SelectField label="What it contains" name="kind" choices={kinds} />
        <TextField
          label="Spreadsheet or calendar"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,.ics,text/csv,text/calendar"
          onChange={() => replaceText(undefined)}
        />
        <WholeRow>
          <TextArea
            label="Or paste it here"
            help="Shows: date (the year may be missing), venue, city, time, note. Songs: title, artist. Or with column names in the first line."
            rows={5}
            value={pasted}
            onChange={({ currentTarget }) => replaceText(currentTarget.value || undefined)}
          />
        </WholeRow>
        <QuietSubmit isBusy={isBusy}>Look at it</QuietSubmit>
      </RecordForm>
      {checked && (
        <CheckedTable
          checked={checked}
          isBusy={isBusy}
          onOrder={(dates) => checkInOrder(checked, dates)}
          onAdd={() => add(checked)}
        />
      )}
      <FormNotice message={problem} />
      <RecordNotice message={notice} onClose={clearMessages} />
      {last && Date.now() - last.at < undoTime && !notice && (
        <Actions>
          <SideNote id="last-import">Last import: {last.text}</SideNote>
          <Button
            variant="quiet"
            aria-describedby="last-import"
            aria-disabled={isBusy}
            onClick={() => undo(last.id)}
          >
            Undo the last import
          </Button>
        </Actions>
      )}
      <Downloads isBusy={isBusy} onDownload={download} />
    </>
  )
}

interface CheckedTableProps {
  checked: Checked
  isBusy: boolean
  onOrder: (dates: DateOrder) => void
  onAdd: () => void
}

/** The result for each row, and a button that adds the rows without errors. */
function CheckedTable({ checked, isBusy, onOrder, onAdd }: CheckedTableProps) {
  const { kind, text, dates, result } = checked
  const { rows, added, skipped, needs, unknown } = result
  const faulty = rows.filter((row) => row.errors).length
  const table = useRef<HTMLDivElement>(null)
  // On phones the table is below the visible part of the page.
  useEffect(() => {
    table.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={table}>
      <SideNote role="status">
        {added} new, {skipped} there already, {faulty} with errors.
        {unknown && ` Columns that are not imported: ${new Intl.ListFormat('en').format(unknown)}.`}
      </SideNote>
      {needs === 'dates' && (
        <SelectField
          label="The dates can be read in two ways"
          value={dates}
          choices={dateOrders}
          onChange={({ currentTarget }) => onOrder(currentTarget.value as DateOrder)}
        />
      )}
      <ol className={list.list}>
        {rows.map((row) => (
          <li key={row.line}>
            {row.errors ? (
              <>
                <strong>Line {row.line}</strong>, “{text.split('\n')[row.line - 1]?.trim()}”:{' '}
              </>
            ) : (
              `Line ${row.line}: `
            )}
            {textOf(kind, row)}
          </li>
        ))}
      </ol>
      {!needs && added > 0 && (
        <Actions>
          <Button aria-disabled={isBusy} onClick={onAdd}>
            {`Add ${added}${faulty > 0 ? ', keep the others here' : ''}`}
          </Button>
        </Actions>
      )}
    </div>
  )
}

interface DownloadsProps {
  isBusy: boolean
  onDownload: (name: keyof typeof exports) => void
}

const Downloads = ({ isBusy, onDownload }: DownloadsProps) => (
  <>
    <SideNote>Download:</SideNote>
    <Actions>
      {(Object.keys(exports) as (keyof typeof exports)[]).map((name) => (
        <Button
          key={name}
          variant="quiet"
          aria-disabled={isBusy}
          aria-label={`Download: ${exports[name]}`}
          onClick={() => onDownload(name)}
        >
          {exports[name]}
        </Button>
      ))}
    </Actions>
  </>
)

/** The names of columns for people, where they differ from the fields'. */
const columnOf: Readonly<Record<string, string>> = { startsAt: 'time', doorsAt: 'doors' }

/** What a row becomes. */
function textOf(kind: Kind, { record = {}, errors, duplicateOf, leftOut = [] }: ImportRow): string {
  if (errors)
    return errors.map(({ field, message }) => `${columnOf[field] ?? field}: ${message}`).join(' ')
  const { date, venue, city, title, artist } = record as Record<string, string>
  const text =
    kind === 'songs' ? `${title} by ${artist}` : `${longDate(date ?? '')} at ${venue}, ${city}`
  const lost = leftOut.map(
    (field) => `without its ${field}, because this site does not have the picture`,
  )
  const there = duplicateOf === undefined ? [] : ['there already']
  return [text, ...otherFields(kind, record), ...lost, ...there].join(' · ')
}

/** The fields after those that name the record, with their labels. */
function otherFields(kind: Kind, record: object): string[] {
  const rows =
    kind === 'songs'
      ? conflictRows(songFields, textsOf(songFields, textsOfSong(record as never)), {})
      : conflictRows(showFields, textsOf(showFields, record), {})
  return rows
    .filter(({ mine, theirs }) => mine !== theirs)
    .slice(kind === 'songs' ? 2 : 3)
    .map(({ label, mine }) => `${label}: ${mine}`)
}

/** Reads a file as CSV; the site turns a calendar into rows. */
async function readTable(file: File): Promise<string> {
  if (!/\.ics$/i.test(file.name) && file.type !== 'text/calendar')
    return decodeText(await file.arrayBuffer())
  const { rows } = await callAdmin('POST /api/admin/import/shows', {
    body: file,
    headers: { 'content-type': 'text/calendar' },
    searchParams: { preview: '1' },
  })
  const records = rows.map(({ record = {} }) => record as Record<string, string>)
  const names = [...new Set(['date', 'venue', ...records.flatMap((one) => Object.keys(one))])]
  return csvOf(names, records)
}
