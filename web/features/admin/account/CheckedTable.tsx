import { useEffect, useRef } from 'react'
import type { ImportResponse, ImportRow } from '../../../../api/contract/transfer'
import { listed } from '../../../../api/shared/listed'
import { longDate } from '../../../../api/shared/show-dates'
import { Button } from '../../../ui/Button'
import { SelectField } from '../../../ui/Field'
import list from '../panel/DescribedList.module.css'
import { Actions, SideNote } from '../panel/Panel'
import type { DateOrder, Table } from '../records/import-table'
import {
  conflictRows,
  durationRule,
  type FieldDescription,
  showFields,
  songFields,
  textsOfSong,
} from '../records/record-fields'
import { linesOf } from './split-rows'
import type { Checked } from './use-import'

const dateOrders = {
  '': 'Please choose',
  dmy: 'Day first: 31/12/2031',
  mdy: 'Month first: 12/31/2031',
}

interface CheckedTableProps {
  checked: Checked
  isBusy: boolean
  onOrder: (dates: DateOrder) => void
  onAdd: () => void
}

/** The result for each row, and a button that adds the rows without errors. */
export function CheckedTable({ checked, isBusy, onOrder, onAdd }: CheckedTableProps) {
  const { kind, text, dates, result } = checked
  const { rows, added, needs } = result
  const lines = linesOf(text)
  const faulty = countFaulty(rows)
  const table = useRef<HTMLDivElement>(null)
  // On phones the table is below the visible part of the page.
  useEffect(() => {
    table.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={table}>
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
                <strong>Line {row.line}</strong>, “{lines[row.line - 1]?.trim()}”:{' '}
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

const countFaulty = (rows: readonly ImportRow[]) => rows.filter(({ errors }) => errors).length

/** The counts of a check, and the columns that are not imported. */
export const CheckedCounts = ({ rows, added, skipped, unknown }: ImportResponse) => (
  <SideNote>
    {added} new, {skipped} there already, {countFaulty(rows)} with errors.
    {unknown && ` Columns that are not imported: ${listed(unknown)}.`}
  </SideNote>
)

/** 'Length, such as 3:45' becomes 'Length'. */
const withoutHint = (label: string) => label.replace(/[,(].*/, '').trim()

function labelOf(kind: Table['kind'], field: string): string {
  const fields: Readonly<Record<string, FieldDescription>> =
    kind === 'songs' ? songFields : showFields
  return withoutHint(fields[field]?.label ?? field)
}

/** The site's message about a field, or one in the form in which people write its value. */
const messageAbout = (field: string, message: string) =>
  field === 'duration' ? durationRule : message

/** The text of a row: the record that it adds, or its errors. */
function textOf(
  kind: Table['kind'],
  { record = {}, errors, duplicateOf, leftOut = [] }: ImportRow,
): string {
  if (errors)
    return errors
      .map(({ field, message }) => `${labelOf(kind, field)}: ${messageAbout(field, message)}`)
      .join(' ')
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
function otherFields(kind: Table['kind'], record: object): string[] {
  const rows =
    kind === 'songs'
      ? conflictRows(songFields, textsOfSong(record as never), {})
      : conflictRows(showFields, record, {})
  return rows
    .filter(({ mine, theirs }) => mine !== theirs)
    .slice(kind === 'songs' ? 2 : 3)
    .map(({ label, mine }) => {
      const isPublic = kind === 'shows' && label === showFields.note.label
      return `${withoutHint(label)}${isPublic ? ' (public)' : ''}: ${mine}`
    })
}
