import { useRef, useState } from 'react'
import type { ImportResponse } from '../../../../api/contract/transfer'
import { decodeText } from '../../../../api/shared/decode-text'
import { callAdmin } from '../../../api-client/call'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import type { SubmitForm } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import type { Saving } from '../panel/use-saving'
import { storedDraft, useStoredDraft } from '../records/draft-storage'
import {
  csvOf,
  type DateOrder,
  importTable,
  previewTable,
  type Table,
  undoImport,
} from '../records/import-table'
import { splitRows } from './split-rows'

/** Rows that were checked. */
export interface Checked extends Table {
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
  /** The rows, which return when it is undone. */
  source: string
  /** Those of them that had errors and stayed. */
  rest: string
}

/** Checks the rows of a file or of pasted lines, adds them, and undoes the last import. */
export function useImport({ save }: Saving) {
  const reload = useReload()
  const [checked, setChecked] = useState<Checked>()
  const [pasted, setPasted] = useStoredDraft('import', '')
  /** An import that can be undone, also after a reload. */
  const [last, setLast] = useStoredDraft<LastImport | undefined>('last import', undefined)

  /** How often a result became outdated. */
  const timesOutdated = useRef(0)

  /** Removes the result of a check, also of one that is running; to be called when the text or the kind changes. */
  function discardResult() {
    timesOutdated.current += 1
    setChecked(undefined)
  }

  function replaceText(text: string | undefined) {
    setPasted(text)
    discardResult()
  }

  const submit: SubmitForm = (textOf, form) => {
    const kind = textOf('kind') as Table['kind']
    const file = new FormData(form).get('file') as File
    const isPasted = pasted.trim() !== ''
    void save('The rows could not be read.', async () => {
      if (!isPasted && file.size === 0)
        return { text: 'Choose a file or paste some lines first.', isHint: true }
      if (!isPasted && isCalendar(file) && kind !== 'shows')
        return { text: 'A calendar contains shows. Choose Shows above.', isHint: true }
      const text = isPasted ? pasted : await readTable(file)
      // The person corrects the text here, or chooses the corrected file. Browsers fire no `change` event when the same file is
      // chosen again, unless the input is emptied.
      const input = form.elements.namedItem('file') as HTMLInputElement
      input.value = ''
      setPasted(text)
      return check({ kind, text, dates: '' })
    })
  }

  async function check(table: Table): Promise<undefined> {
    setChecked(undefined)
    const before = timesOutdated.current
    const result = await previewTable(table)
    if (timesOutdated.current === before) setChecked({ ...table, result, key: newIdempotencyKey() })
  }

  const checkInOrder = (table: Table, dates: DateOrder) =>
    void save('The rows could not be read.', () => check({ ...table, dates }))

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
      const imported = { id: importId, text, at: Date.now(), source: table.text, rest: wrong }
      setLast(imported)
      return { text, undo: () => undo(imported) }
    })

  const undo = ({ id, source, rest }: LastImport) =>
    void save('The import could not be undone.', async () => {
      const done = await undoImport(id)
      setLast(undefined)
      // Other rows may have been typed since.
      if ((storedDraft('import') ?? '') === rest) replaceText(source)
      await reload()
      return done
    })

  return { checked, pasted, last, discardResult, replaceText, submit, checkInOrder, add, undo }
}

const isCalendar = ({ name, type }: File) => /\.ics$/i.test(name) || type === 'text/calendar'

/** Reads a file as CSV; the site turns a calendar into rows. */
async function readTable(file: File): Promise<string> {
  if (!isCalendar(file)) return decodeText(await file.arrayBuffer())
  const { rows } = await callAdmin('POST /api/admin/import/shows', {
    body: file,
    headers: { 'content-type': 'text/calendar' },
    searchParams: { preview: '1' },
  })
  const records = rows.map(({ record = {} }) => record as Record<string, string>)
  const names = [...new Set(['date', 'venue', ...records.flatMap((one) => Object.keys(one))])]
  return csvOf(names, records)
}
